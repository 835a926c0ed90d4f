"""Chinese words of everyday life that stand for one another: a question has one, its answer the other.

Only a question is widened by them, at less than the weight of its own words: the index knows what was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from memlab.tiers.analysis import tokens_of

WEIGHT = 0.6  # of a word that stands for a question's, before its rarity; its pairs share it
SINGLE = 0.6  # what a lone character keeps of it: it is part of many words

_GROUPS = """
妈妈 母亲 老妈 我妈 你妈 妈
爸爸 父亲 老爸 我爸 你爸 爸
丈夫 先生 老公 爱人
妻子 太太 老婆 爱人 媳妇
孩子 小孩 儿子 女儿 宝宝 娃
儿子 男孩
女儿 女孩 闺女
爷爷 祖父 阿公
奶奶 祖母 阿嬷
外婆 姥姥 外祖母
外公 姥爷 外祖父
父母 爸妈 家长
婆婆 岳母 丈母娘
家人 亲人 家里 爸 妈
亲戚 舅舅 叔叔 姑姑 阿姨
女朋友 对象 女友 在一起
男朋友 对象 男友 在一起
确定关系 在一起 谈恋爱
结婚 婚礼 办婚礼 领证 婚期
怀孕 有喜 预产期
出生 生了 生日
分手 离婚
朋友 闺蜜 哥们 好友
室友 舍友 合租
一起住 合租 同住
同事 上司 主管 领导 老板 经理
员工 店员 雇 招 招聘
工作 上班 职业 公司
辞职 离职 辞了 不干了
失业 裁员
工资 薪水 月薪 年薪 收入
升职 升 晋升 提拔
创业 开店 开公司
开张 开业
营业 开门 休息 关门
租金 房租 租
合同 租约 协议 签
价格 价钱 多少钱 报价 单价 费用
优惠 活动 折扣 抵扣 便宜
花费 花了 费用
买 购买 购入 下单
存款 积蓄 储蓄
贷款 贷 借
钱 资金 块 万
捐款 善款 募 捐
赔偿 补偿 赔
退款 退货 退钱
推迟 延期 延后 延误 拖
交货 送货 发货 到货
快递 包裹 寄 单号
发票 抬头 税号
电话 手机 号码 座机
联系 电话 微信 手机 邮箱
邮箱 邮件 电子邮件 信箱
地址 住址 路 号楼
住在 搬到 家在 小区
搬家 搬到
房子 住房 公寓 套房
老家 家乡 故乡
面积 平米 平方
厕所 卫生间 洗手间
医生 大夫
看病 医院 诊所 就诊
生病 发烧 感冒 难受 病
毛病 疼 痛 问题 不舒服
身体 健康 检查 体检
受伤 扭 摔 骨折 疼
手术 开刀
治疗 吃药 复健 医生
过敏 不能吃 忌口
减肥 瘦 胖 体重
体重 斤 公斤 重
身高 厘米 公分
年龄 年纪 岁
运动 锻炼 健身 跑步 游泳
比赛 参赛 名次 冠军
名次 排名 排第 第几
成绩 分数 名次
爱好 兴趣 喜欢 迷上
喜欢 爱 最爱 偏好 口味
讨厌 不喜欢 受不了
受欢迎 畅销 卖得好 热门
害怕 怕 恐惧
难过 伤心 哭
开心 高兴 快乐
生气 气死 发火
旅行 旅游 去玩 出去玩
假期 放假 连假
回家 回老家 回去
参观 逛 看了
宠物 猫 狗 兔
小狗 狗 狗狗
小猫 猫 猫咪
领养 收养 养
乐器 琴 吉他 钢琴
唱歌 歌 曲子
演出 音乐会 演唱会 表演
电影 片子
照片 相片 拍照
看书 读书 书
学习 学 报班 上课 课程
上课 课 班
学校 大学 小学 中学
专业 系 研究 学的
老师 教师 教授
毕业 学位
读书 念 读研 上学
考试 考 考上
做饭 烧菜 下厨 炒菜
吃饭 聚餐 餐厅 饭店 饭馆
餐厅 饭店 馆子 那家
早餐 早饭
晚餐 晚饭
午餐 午饭 便当
饮料 咖啡 奶茶 茶
甜点 蛋糕 甜品
开车 驾驶 驾照
汽车 车 车子
自行车 单车 骑车
摩托车 机车
地铁 捷运
出租车 计程车 打车
飞机 航班 机票
酒店 宾馆 饭店 民宿
电脑 笔记本
软件 应用 程序 app
网站 网页 网址
颜色 色
名字 叫 取名 起名
贵姓 姓
礼物 送 礼品
生日 过生日
去世 过世 走了
原因 理由 因为 由于
解决 处理 办法 修
修改 改 改成 调整
损坏 坏 破 划痕
故障 坏 死机 当机
竞争 对手
计划 打算 准备 想
目标 打算 希望
最近 近来 这阵子
现在 目前 如今
以前 从前 过去
将来 以后 未来
结束 完了
帮助 帮 帮忙
支持 帮 赞成
认识 遇到 碰到 遇见
约会 见面 约
照顾 照看 带
负责 管 顾
交接 接手 接替
接替 接手 跟进 交接
推荐 介绍
选择 选 挑
决定 定 选
安装 装 装好
投诉 抱怨 不满
意见 觉得 建议 不满意
"""
_OTHERS: dict[str, dict[str, None]] = {}
for _words in map(str.split, _GROUPS.splitlines()):
    for _word in _words:
        if len(_word) > 1:  # one character is found in too many words to stand for others
            _OTHERS.setdefault(_word, {}).update(dict.fromkeys(w for w in _words if w != _word))
_ANY = re.compile("|".join(sorted(_OTHERS, key=len, reverse=True)))

_ONES = ("", *"一二三四五六七八九")
_NUMERALS = [f"{ten}{one}" for ten in ("", "十", "二十", "三十") for one in _ONES]  # of 0 to 39
_DAY = re.compile(r"(?<![\d一二三四五六七八九十])(\d{1,2}|[一二三四五六七八九十]{1,3})([月日号])")


def widened(question: str) -> dict[str, float]:
    """Tokens that stand for words of a folded question, with their weights; linear in its length.

    >>> widened("母亲几岁")["妈妈"], widened("5月3号")["五月"]
    (0.6, 1.0)
    """
    found = {token: 1.0 for text in _days(question) for token in tokens_of(text) if len(token) > 1}
    for word in dict.fromkeys(_ANY.findall(question)):
        for token, weight in _standing_for(word).items():
            found[token] = max(found.get(token, 0.0), weight)
    return found


@cache
def _standing_for(word: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for other in _OTHERS[word]:
        tokens = tokens_of(other)
        pairs = [token for token in tokens if len(token) > 1]
        for token in pairs or tokens:
            found[token] = max(found.get(token, 0.0), WEIGHT / len(pairs) if pairs else WEIGHT * SINGLE)
    return found


def _days(question: str) -> Iterator[str]:
    """Months and days in the other numerals: 5月 is 五月, 二十号 is 20号 and 20日."""
    for number, unit in dict.fromkeys(_DAY.findall(question)):
        n = int(number) if number.isdecimal() else _NUMERALS.index(number) if number in _NUMERALS else 0
        if 0 < n < len(_NUMERALS):
            for each in {"月": "月"}.get(unit, "日号"):
                yield from (f"{n}{each}", f"{_NUMERALS[n]}{each}")
