"""bank: the memory bank of chapter 03 and the scored memory of chapter 04.

Where these modules say "article 1" and "article 2", they mean two Chinese blog articles: 1, on treating an
LLM's memory with program analysis, 用程序分析治理LLM记忆：活变量分析与记忆淘汰实战; 2, on evicting by
importance × recency × whitelist with a Redis sorted set, Agent 记忆会满吗. "The article" is 1 for the bank
and 2 for the scored memory.
"""

from __future__ import annotations

from memlab.bank.bank import MemoryBank, TooLarge
from memlab.bank.connecting import connect
from memlab.bank.errors import Torn
from memlab.bank.importance import Rater, Rating, rate
from memlab.bank.item import MemoryItem
from memlab.bank.log import Candidate, Eviction, Explanation
from memlab.bank.policies import FIFO, LFU, LRU, POLICIES, Article, Liveness, Policy, Scored, Worth
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
    "Rater",
    "Rating",
    "Scored",
    "Settings",
    "TooLarge",
    "Torn",
    "Worth",
    "connect",
    "play",
    "rate",
    "recency",
    "score",
]
