"""Pictures of results: pure functions that return a Picture (SVG, and its equivalent in text).

Same input, same bytes. One palette, whose colours mean the same in every chapter, and never colour alone.
"""

from __future__ import annotations

from memlab.view.account import token_account
from memlab.view.bank import bank_timeline
from memlab.view.channels import recall_channels
from memlab.view.context_layers import context_bar
from memlab.view.correspondence import correspondence
from memlab.view.crossings import Crossing, ScoreLine, crossings
from memlab.view.curves import miss_curves
from memlab.view.facts_decisions import decisions_table
from memlab.view.facts_defuse import def_use
from memlab.view.facts_lanes import history_lanes
from memlab.view.facts_text import MarkedText, marked
from memlab.view.graph import dataflow_graph
from memlab.view.held_by_kind import held_by_kind
from memlab.view.picture import Picture
from memlab.view.policies import policy_bars
from memlab.view.pressure import pressure_chart
from memlab.view.residents import residents
from memlab.view.scaling import scaling
from memlab.view.scores import score_curves
from memlab.view.sets import skip_list, sorted_set
from memlab.view.stacked import stacked
from memlab.view.steps import fixed_point
from memlab.view.tiers import tiers_picture
from memlab.view.too_early import too_early_table
from memlab.view.turns import live_range_chart

__all__ = [
    "Crossing",
    "MarkedText",
    "Picture",
    "ScoreLine",
    "bank_timeline",
    "context_bar",
    "correspondence",
    "crossings",
    "dataflow_graph",
    "decisions_table",
    "def_use",
    "fixed_point",
    "held_by_kind",
    "history_lanes",
    "live_range_chart",
    "marked",
    "miss_curves",
    "policy_bars",
    "pressure_chart",
    "recall_channels",
    "residents",
    "scaling",
    "score_curves",
    "skip_list",
    "sorted_set",
    "stacked",
    "tiers_picture",
    "token_account",
    "too_early_table",
]
