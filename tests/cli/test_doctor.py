"""`memlab doctor`: good set-ups, bad ones, and that it never breaks itself."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from importlib import metadata

import pytest

from memlab import cli
from memlab.bank import connect
from memlab.cli import configured, doctor
from memlab.cli.finding import FAIL, OK, WARN


def statuses(check) -> list[str]:
    return [finding.status for finding in doctor.examined(check)]


def without(monkeypatch, *names: str) -> None:
    """As if these packages were not installed."""
    there, version = importlib.util.find_spec, metadata.version

    def find_spec(name):
        return None if name in names else there(name)

    def version_of(name):
        if name in names:
            raise metadata.PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(doctor.importlib.util, "find_spec", find_spec)
    monkeypatch.setattr(doctor.metadata, "version", version_of)


def unset(monkeypatch):
    for name in ("REDIS", "POSTGRES", "COLD"):
        monkeypatch.delenv(f"MEMLAB_{name}_URL", raising=False)


def test_here_everything_is_well(capsys, monkeypatch):
    unset(monkeypatch)
    assert cli.main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert all(re.match(r"\[(OK|WARN)\] +\S", line) for line in out.splitlines()), out
    assert "[WARN]" not in out, "the set-up that runs the tests has nothing to warn of"
    for thing in (
        "Python 3.",
        "networkx ",
        "jupyterlab ",
        "kernel python3",
        "lab extension",
        "graphs",
        "tokens",
        "Chinese",
        "Redis",
    ):
        assert thing in out


def test_the_exit_code_tells_a_fail_and_only_that(monkeypatch, capsys):
    findings = {"warned": [doctor.Finding(WARN, "a", "do b")], "failed": [doctor.Finding(FAIL, "c", "do d")]}
    monkeypatch.setattr(doctor, "CHECKS", [lambda: iter(findings["warned"])])
    assert cli.main(["doctor"]) == 0
    monkeypatch.setattr(
        doctor, "CHECKS", [lambda: iter(findings["failed"]), lambda: iter(findings["warned"])]
    )
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().out.splitlines()[-2:] == ["[FAIL] c; mend: do d", "[WARN] a; mend: do b"]


def test_a_check_that_breaks_is_a_line_and_no_traceback(monkeypatch, capsys):
    def graphs():
        raise OSError("no such library")
        yield

    monkeypatch.setattr(doctor, "CHECKS", [graphs])
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().out.startswith("[FAIL] graphs: OSError: no such library; mend:")


def test_without_the_lab_packages_it_warns_and_says_how_to_get_them(monkeypatch, capsys):
    lab = ("jupyterlab", "ipywidgets", "ipykernel", "jupyter_client", "graphviz", "pygraphviz")
    without(monkeypatch, *lab)
    unset(monkeypatch)
    assert cli.main(["doctor"]) == 0
    warned = [line for line in capsys.readouterr().out.splitlines() if line.startswith("[WARN]")]
    assert len(warned) >= 6 and all("pip install 'memlab[lab]'" in line for line in warned)


def test_a_missing_core_package_fails(monkeypatch):
    without(monkeypatch, "networkx")
    assert [f.what for f in doctor.packages() if f.status == FAIL] == [
        next(
            f"networkx {r.split('networkx')[1]}"
            for r in metadata.requires("memlab")
            if r.startswith("networkx")
        )
        + " is not installed"
    ]


def test_a_package_outside_its_range_fails(monkeypatch):
    version = metadata.version
    monkeypatch.setattr(doctor.metadata, "version", lambda name: "0.1" if name == "redis" else version(name))
    (finding,) = [f for f in doctor.packages() if f.status == FAIL]
    assert finding.what.startswith("redis 0.1 is outside >=") and "pip install" in finding.mend


def test_memlab_in_a_folder_without_an_installation_is_only_a_warning(monkeypatch):
    def nothing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor.metadata, "metadata", nothing)
    assert statuses(doctor.packages) == [OK, WARN]


def test_a_kernel_of_another_python_fails_and_is_named(monkeypatch):
    manager = pytest.importorskip("jupyter_client.kernelspec", reason="the lab extra is not installed")
    spec = manager.KernelSpec(
        argv=["/old/env/bin/python", "-m", "ipykernel"], resource_dir="/home/x/kernels/python3"
    )
    monkeypatch.setattr(manager.KernelSpecManager, "get_kernel_spec", lambda self, name: spec)
    (finding,) = doctor.kernel()
    assert (
        finding.status == FAIL
        and "/old/env/bin/python" in finding.what
        and "kernelspec remove" in finding.mend
    )


@pytest.mark.parametrize(
    ("kernel", "lab", "status"),
    [("8.1.9", "5.0.16", OK), ("7.7.5", "5.0.16", FAIL), ("8.1.9", "3.1.0", FAIL), ("8.1.9", None, FAIL)],
)
def test_widgets_of_kernel_and_lab_must_agree(monkeypatch, kernel, lab, status):
    monkeypatch.setattr(doctor.metadata, "version", lambda name: kernel)
    monkeypatch.setattr(doctor, "_lab_extension", lambda: lab)
    assert statuses(doctor.widgets) == [status]


def test_the_first_widget_extension_on_the_path_is_the_one_that_the_lab_loads(monkeypatch, tmp_path):
    paths = pytest.importorskip("jupyter_core.paths", reason="the lab extra is not installed")
    folders = [tmp_path / name for name in ("empty", "user", "environment")]
    for folder, version in zip(folders[1:], ("3.0.0", "5.0.0"), strict=True):
        package = folder / "@jupyter-widgets" / "jupyterlab-manager" / "package.json"
        package.parent.mkdir(parents=True)
        package.write_text(json.dumps({"version": version}), encoding="utf-8")
    monkeypatch.setattr(paths, "jupyter_path", lambda *parts: [str(folder) for folder in folders])
    assert doctor._lab_extension() == "3.0.0"


def test_graphs_fall_back_on_dot_and_fail_without_either(monkeypatch):
    without(monkeypatch, "pygraphviz")
    monkeypatch.setattr(doctor.shutil, "which", lambda name: "/usr/bin/dot")
    assert [str(f) for f in doctor.graphs()] == ["[OK]   graphs are laid out by /usr/bin/dot"]
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    (finding,) = doctor.graphs()
    assert finding.status == FAIL and "pygraphviz" in finding.mend


def test_an_estimate_of_tokens_is_a_warning(monkeypatch):
    tokens = importlib.import_module("memlab.tokens")
    estimate = tokens.Vocabulary("estimate", exact=False, offline=True, detail="no vocabulary")
    monkeypatch.setattr(tokens, "vocabulary", lambda: estimate)
    assert statuses(doctor.tokens) == [WARN]


@pytest.mark.parametrize(
    ("out", "err", "status"),
    [
        ("<svg>过敏</svg>", "", OK),
        ("<svg>过敏</svg>", "Fontconfig error", WARN),
        ("<svg>□□</svg>", "", FAIL),
        ("", "Traceback", FAIL),
    ],
)
def test_chinese_must_be_text_and_drawing_silent(monkeypatch, out, err, status):
    drawn = subprocess.CompletedProcess([], 0, out.encode(), err.encode())
    monkeypatch.setattr(doctor.subprocess, "run", lambda *args, **kwargs: drawn)
    assert statuses(doctor.chinese) == [status]


def test_an_old_encoding_of_the_system_is_no_failure():
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    look = "from memlab.cli import doctor; print([f.status for f in doctor.examined(doctor.chinese)])"
    run = subprocess.run([sys.executable, "-c", look], env=environment, capture_output=True, check=True)
    assert run.stdout.split() == [b"['OK']"]


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_a_redis_server_that_does_not_answer_fails_without_telling_the_password(monkeypatch, scheme):
    monkeypatch.setenv("MEMLAB_REDIS_URL", f"{scheme}://:geheim@127.0.0.1:1/0")
    (finding,) = configured.redis_server()
    assert finding.status == FAIL and "MEMLAB_REDIS_URL" in finding.mend and "geheim" not in str(finding)


def test_an_address_that_is_none_fails(monkeypatch):
    monkeypatch.setenv("MEMLAB_REDIS_URL", "localhost:6379")
    assert statuses(configured.redis_server) == [FAIL]


def test_a_redis_server_that_answers_is_ok(monkeypatch, redis_url):
    monkeypatch.setenv("MEMLAB_REDIS_URL", redis_url)
    (finding,) = configured.redis_server()
    assert re.fullmatch(r"\[OK\] +Redis \d+\.\d+\.\d+ answers at MEMLAB_REDIS_URL", str(finding))


def test_a_cluster_that_answers_is_ok(monkeypatch, cluster_url):
    monkeypatch.setenv("MEMLAB_REDIS_URL", "redis+cluster" + cluster_url.removeprefix("redis"))
    (finding,) = configured.redis_server()
    assert finding.status == OK and re.match(r"a Redis cluster of \d+, \d", finding.what)


def test_a_redis_server_that_takes_keys_away_is_warned_of(monkeypatch, redis_url):
    monkeypatch.setenv("MEMLAB_REDIS_URL", redis_url)
    client = connect(redis_url)
    before = client.config_get("maxmemory-policy")["maxmemory-policy"]
    client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        ok, warning = configured.redis_server()
    finally:
        client.config_set("maxmemory-policy", before)
    assert (ok.status, warning.status) == (OK, WARN)
    assert "allkeys-lru" in warning.what and "noeviction" in warning.mend


def test_a_postgresql_that_answers_is_ok(monkeypatch, postgres_url):
    monkeypatch.setenv("MEMLAB_POSTGRES_URL", f"{postgres_url}?schema=memlab")
    (finding,) = configured.postgres_server()
    assert finding.status == OK and re.match(r"PostgreSQL \d+.*UTF8$", finding.what)


@pytest.mark.parametrize(
    "url", ["postgresql://me:geheim@127.0.0.1:1/db", "postgresql://me:geheim@127.0.0.1:x/db", "geheim"]
)
def test_a_postgresql_that_does_not_answer_fails_without_telling_the_password(monkeypatch, url):
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    monkeypatch.setenv("MEMLAB_POSTGRES_URL", url)
    (finding,) = configured.postgres_server()
    assert finding.status == FAIL and "MEMLAB_POSTGRES_URL" in finding.mend and "geheim" not in str(finding)


def test_a_postgresql_without_its_driver_fails_and_the_mend_is_named(monkeypatch):
    monkeypatch.setenv("MEMLAB_POSTGRES_URL", "postgresql://me:geheim@127.0.0.1/db")
    without(monkeypatch, "psycopg")
    (finding,) = configured.postgres_server()
    assert finding.status == FAIL and finding.mend == "pip install 'memlab[postgres]'"


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("memory://cold", OK),
        ("file:///tmp/cold", OK),
        ("nosuch://me:geheim@host/cold", FAIL),
    ],
)
def test_a_place_for_cold_files_is_one_that_fsspec_can_write_to(monkeypatch, url, status):
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    monkeypatch.setenv("MEMLAB_COLD_URL", url)
    (finding,) = configured.cold_place()
    assert finding.status == status and "geheim" not in str(finding)
    assert status == OK or "MEMLAB_COLD_URL" in finding.mend


def test_a_folder_for_cold_files_is_one_that_takes_files(monkeypatch, tmp_path):
    (blocked := tmp_path / "blocked").write_text("", encoding="utf-8")
    for folder, status in ((tmp_path / "new" / "cold", OK), (blocked / "cold", FAIL)):
        monkeypatch.setenv("MEMLAB_COLD_URL", folder.as_uri())
        (finding,) = configured.cold_place()
        assert finding.status == status and not (tmp_path / "new").exists()
    assert str(blocked) in finding.what


def test_what_is_not_configured_is_well(monkeypatch):
    unset(monkeypatch)
    assert [f.status for check in configured.CONFIGURED for f in check()] == [OK] * 3


def test_it_runs_where_only_the_core_packages_are(tmp_path):
    """Really without them: a Python that finds no lab package at all."""
    lab = ["jupyterlab", "IPython", "pygraphviz", "graphviz", "ipywidgets", "ipykernel"]
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({lab})); from memlab.cli import main; main(['doctor'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert "Traceback" not in run.stderr and "tokens are counted by" in run.stdout
