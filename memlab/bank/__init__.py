"""bank: the memory bank of chapter 03 and the scored memory of chapter 04."""

from __future__ import annotations

from memlab.bank.bank import MemoryBank, TooLarge
from memlab.bank.item import MemoryItem
from memlab.bank.log import Candidate, Eviction, Explanation
from memlab.bank.policies import FIFO, LFU, LRU, POLICIES, Article, Liveness, Policy, Scored
from memlab.bank.priority import PriorityMemory
from memlab.bank.runs import BankRun, Frame, play
from memlab.bank.scoring import IMPORTANCE, Settings, recency, score

__all__ = [
    "FIFO",
    "IMPORTANCE",
    "LFU",
    "LRU",
    "POLICIES",
    "Article",
    "BankRun",
    "Candidate",
    "Eviction",
    "Explanation",
    "Frame",
    "Liveness",
    "MemoryBank",
    "MemoryItem",
    "Policy",
    "PriorityMemory",
    "Scored",
    "Settings",
    "TooLarge",
    "play",
    "recency",
    "score",
]
