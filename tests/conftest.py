"""What every test may ask for: where the project lies, its test data, and the material beside it."""

from __future__ import annotations

import os
import pathlib
import shutil

import hypothesis
import pytest

from memlab.cli import servers

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
REPO = pathlib.Path(__file__).resolve().parent.parent

# No deadline: a busy machine is no bug. In CI the same examples every time: a red run can be repeated.
hypothesis.settings.register_profile(
    "memlab",
    deadline=None,
    max_examples=int(os.environ.get("MEMLAB_EXAMPLES", 100)),
    derandomize=os.environ.get("MEMLAB_CI") == "1",
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("memlab")


@pytest.fixture(scope="session")
def repo() -> pathlib.Path:
    """The root of the checkout."""
    return REPO


@pytest.fixture(scope="session")
def data() -> pathlib.Path:
    """tests/data: cases that travel with the project."""
    return REPO / "tests" / "data"


@pytest.fixture(scope="session")
def shared() -> pathlib.Path:
    """The folder of larger case files, which a user's machine does not have."""
    folder = pathlib.Path(os.environ.get("MEMLAB_SHARED", REPO.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"../shared is not here: {folder} holds case files too large to travel along")
    return folder


def served(variable, start):
    """The address in a variable, of a server that is there already, or of one of our own."""
    if variable in os.environ:
        yield os.environ[variable]
        return
    try:
        context = start()
        started = context.__enter__()
    except servers.Missing as missing:
        pytest.skip(f"{missing}: the embedded engines run the same tests")
    try:
        yield started[0].url if isinstance(started, list) else started.url
    finally:
        context.__exit__(None, None, None)


@pytest.fixture(scope="session")
def redis_url():
    """A Redis server, or that of MEMLAB_TEST_REDIS_URL, whose database is emptied."""
    yield from served("MEMLAB_TEST_REDIS_URL", servers.redis_server)


@pytest.fixture(scope="session")
def cluster_url():
    """A node of a Redis cluster of three, or that of MEMLAB_TEST_CLUSTER_URL, which is emptied."""
    yield from served("MEMLAB_TEST_CLUSTER_URL", servers.redis_cluster)


@pytest.fixture(scope="session")
def postgres_url():
    """A PostgreSQL database, or that of MEMLAB_TEST_POSTGRES_URL, in which schemas may be made."""
    yield from served("MEMLAB_TEST_POSTGRES_URL", servers.postgres_server)


@pytest.fixture(scope="session")
def fresh_schema(postgres_url):
    """`fresh_schema()`: the URL of a schema that nobody has used; all are dropped at the end."""
    psycopg = pytest.importorskip(
        "psycopg", reason="psycopg is not installed: pip install 'memlab[postgres]'"
    )
    made = []

    def fresh():
        made.append(f"test_{os.getpid()}_{len(made)}_{os.urandom(3).hex()}")
        return f"{postgres_url}{'&' if '?' in postgres_url else '?'}schema={made[-1]}"

    yield fresh
    with psycopg.connect(postgres_url, autocommit=True) as c:
        for name in made:
            c.execute(f"DROP SCHEMA IF EXISTS {name} CASCADE")


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests of a process: playwright allows no second one beside it."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_api.sync_playwright() as playwright:
        if program is None and not pathlib.Path(playwright.chromium.executable_path).exists():
            pytest.skip("no Chromium on this machine: install chromium, or run playwright install chromium")
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()
