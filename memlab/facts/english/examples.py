"""EXAMPLES: for each attribute sentences with the value to find (None: none); they are the table's tests."""

from __future__ import annotations

EXAMPLES: dict[str, dict[str, str | None]] = {
    "name": {
        "My name is Alice.": "Alice",
        "Hi, I'm Tom and I live in Leeds.": "Tom",
        "call me Max please": "Max",
        "I'm tired.": None,
        "Call me later.": None,
    },
    "age": {
        "I'm 34.": "34",
        "I just turned forty-one!": "41",
        "I'm 5 minutes late.": None,
    },
    "birthday": {"My birthday is on the 3rd of May.": "3rd of May", "I was born in Kenya.": None},
    "city": {
        "I live in Leeds, can you find a plumber?": "Leeds",
        "We just moved to Rio de Janeiro last month.": "Rio de Janeiro",
        "Home is Turin these days.": "Turin",
        "I'm in Paris for a week.": None,
        "The place I live in is Turku.": "Turku",
        "We moved to plan B.": None,
        "If I moved to Rome, which area would you suggest?": None,
    },
    "hometown": {"I'm originally from Kenya.": "Kenya", "I'm from the bank.": None},
    "address": {"Deliver it to 9 High Street, please.": "9 High Street", "My address book is empty.": None},
    "employer": {
        "I work at Bosch as an engineer.": "Bosch",
        "I'm a data analyst at Siemens.": "Siemens",
        "The company I work for is Halden Steel.": "Halden Steel",
        "I work from home.": None,
        "I'd love to work at Nokia.": None,
    },
    "job": {"I work nights as a security guard.": "security guard", "I'm a bit tired.": None},
    "phone": {"Call me on 020 7946 0018 after six.": "020 7946 0018", "My phone is broken.": None},
    "email": {"Write to me at ana@example.com.": "ana@example.com", "Can you email me the recipe?": None},
    "budget": {
        "The budget I have is 80 euros.": "80 euros",
        "I can spend up to $1,200.": "$1,200",
        "The flat costs 900 euros.": None,
    },
    "reply_language": {"Please reply in English.": "English", "I speak French.": None},
    "allergy": {
        "I have a nut allergy.": "nut",
        "I'm allergic to latex.": "latex",
        "Am I allergic to nuts?": None,
    },
    "diet": {"I went vegan last year.": "vegan"},
    "likes": {"I'm really into hiking.": "hiking", "I'd like a coffee.": None, "I love you": None},
    "dislikes": {"I can't stand cilantro.": "cilantro", "I hate to say it.": None},
    "favourite": {
        "My favorite band is The Paper Lanterns.": "The Paper Lanterns",
        "What's my favourite colour?": None,
    },
    "instruction": {
        "Please never call me before 9.": "never call me before 9",
        "Find me a bakery.": None,
        "Don't worry about it.": None,
    },
    "order_id": {"My order number is HS-123456.": "HS-123456", "I want to order pizza.": None},
    "task": {"I have to call the dentist.": "call the dentist", "I have to say I love it.": None},
    "deadline": {"Project A is due on Friday.": "Friday", "When is the report due?": None},
    "status": {"My order HS-99 was cancelled.": "cancelled", "Dinner is ready.": None},
}
