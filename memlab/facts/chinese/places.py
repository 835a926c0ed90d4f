"""Places by name: where one ends in unsegmented text, and whether a word is one at all."""

from __future__ import annotations

import re

# Cities and regions, in simplified Chinese without 市/省. Not complete and it need not be: after 住在 or 搬到 any
# short word is taken for a place; the table says where "北京朝阳区" ends, and that 是北京人 tells an origin.
_NAMES = """
北京 上海 天津 重庆 香港 澳门 台湾 内蒙古 新疆 西藏 宁夏 广西 浙江 江苏 安徽 福建 江西 山东 河南 河北 湖北 湖南 广东 海南
四川 贵州 云南 陕西 甘肃 青海 山西 辽宁 吉林 黑龙江 东北 石家庄 唐山 秦皇岛 邯郸 邢台 保定 张家口 承德 沧州 廊坊 衡水 雄安
太原 大同 阳泉 长治 晋城 朔州 晋中 运城 忻州 临汾 吕梁 呼和浩特 包头 乌海 赤峰 通辽 鄂尔多斯 呼伦贝尔 巴彦淖尔 乌兰察布
沈阳 大连 鞍山 抚顺 本溪 丹东 锦州 营口 阜新 辽阳 盘锦 铁岭 朝阳 葫芦岛 长春 四平 辽源 通化 白山 松原 白城 延边 延吉
哈尔滨 齐齐哈尔 鸡西 鹤岗 双鸭山 大庆 伊春 佳木斯 七台河 牡丹江 黑河 绥化 漠河 南京 无锡 徐州 常州 苏州 南通 连云港 淮安
盐城 扬州 镇江 泰州 宿迁 昆山 江阴 张家港 常熟 太仓 宜兴 杭州 宁波 温州 嘉兴 湖州 绍兴 金华 衢州 舟山 台州 丽水 义乌 慈溪
余姚 诸暨 乐清 桐乡 海宁 东阳 合肥 芜湖 蚌埠 淮南 马鞍山 淮北 铜陵 安庆 黄山 滁州 阜阳 宿州 六安 亳州 池州 宣城 福州 厦门
莆田 三明 泉州 漳州 南平 龙岩 宁德 晋江 石狮 福清 南昌 景德镇 萍乡 九江 新余 鹰潭 赣州 吉安 宜春 抚州 上饶 济南 青岛 淄博
枣庄 东营 烟台 潍坊 济宁 泰安 威海 日照 临沂 德州 聊城 滨州 菏泽 曲阜 郑州 开封 洛阳 平顶山 安阳 鹤壁 新乡 焦作 濮阳 许昌
漯河 三门峡 南阳 商丘 信阳 周口 驻马店 济源 武汉 黄石 十堰 宜昌 襄阳 鄂州 荆门 孝感 荆州 黄冈 咸宁 随州 恩施 仙桃 长沙 株洲
湘潭 衡阳 邵阳 岳阳 常德 张家界 益阳 郴州 永州 怀化 娄底 湘西 凤凰 广州 韶关 深圳 珠海 汕头 佛山 江门 湛江 茂名 肇庆 惠州
梅州 汕尾 河源 阳江 清远 东莞 中山 潮州 揭阳 云浮 顺德 南宁 柳州 桂林 梧州 北海 防城港 钦州 贵港 玉林 百色 贺州 河池 来宾
崇左 阳朔 海口 三亚 三沙 儋州 琼海 万宁 成都 自贡 攀枝花 泸州 德阳 绵阳 广元 遂宁 内江 乐山 南充 眉山 宜宾 广安 达州 雅安
巴中 资阳 阿坝 甘孜 凉山 西昌 都江堰 贵阳 六盘水 遵义 安顺 毕节 铜仁 黔东南 黔南 凯里 昆明 曲靖 玉溪 保山 昭通 丽江 普洱
临沧 楚雄 红河 文山 西双版纳 大理 德宏 怒江 迪庆 香格里拉 腾冲 拉萨 日喀则 昌都 林芝 山南 那曲 阿里地区 西安 铜川 宝鸡 咸阳
渭南 延安 汉中 榆林 安康 商洛 兰州 嘉峪关 金昌 白银 天水 武威 张掖 平凉 酒泉 庆阳 定西 陇南 敦煌 西宁 海东 格尔木 银川
石嘴山 吴忠 固原 中卫 乌鲁木齐 克拉玛依 吐鲁番 哈密 喀什 伊犁 伊宁 阿克苏 库尔勒 石河子 和田 浦东 海淀
台北 新北 桃园 台中 台南 高雄 基隆 新竹 嘉义 苗栗 彰化 南投 云林 屏东 宜兰 花莲 台东 澎湖 金门 马祖 板桥 淡水 中坜 三重 新店
旺角 铜锣湾 沙田 荃湾 屯门 元朗 大埔 观塘 将军澳 深水埗 尖沙咀 湾仔 九龙 新界 北角 西贡 天水围 港岛 葵涌 青衣 粉岭 上水 大围
红磡 油麻地 柴湾 筲箕湾 东涌 坑口 氹仔
东京 大阪 京都 名古屋 横滨 神户 札幌 福冈 冲绳 奈良 仙台 广岛 首尔 釜山 济州岛 平壤 新加坡 吉隆坡 槟城 曼谷 清迈 普吉 芭提雅
河内 胡志明市 岘港 金边 万象 仰光 雅加达 巴厘岛 马尼拉 新德里 孟买 班加罗尔 加德满都 迪拜 阿布扎比 多哈 伊斯坦布尔 特拉维夫
耶路撒冷 德黑兰 开罗 内罗毕 开普敦 约翰内斯堡 莫斯科 圣彼得堡 基辅 伦敦 曼彻斯特 爱丁堡 利物浦 伯明翰 剑桥 牛津 利兹 格拉斯哥
都柏林 巴黎 里昂 马赛 尼斯 波尔多 柏林 慕尼黑 汉堡 法兰克福 科隆 斯图加特 杜塞尔多夫 德累斯顿 莱比锡 维也纳 萨尔茨堡 苏黎世
日内瓦 巴塞尔 伯尔尼 罗马 米兰 威尼斯 佛罗伦萨 那不勒斯 都灵 马德里 巴塞罗那 塞维利亚 瓦伦西亚 里斯本 波尔图 阿姆斯特丹 鹿特丹
布鲁塞尔 安特卫普 卢森堡 哥本哈根 斯德哥尔摩 哥德堡 奥斯陆 卑尔根 赫尔辛基 雷克雅未克 华沙 克拉科夫 布拉格 布达佩斯 布加勒斯特
索非亚 雅典 贝尔格莱德 萨格勒布 纽约 华盛顿 波士顿 芝加哥 洛杉矶 旧金山 圣何塞 圣地亚哥 西雅图 波特兰 休斯顿 达拉斯 奥斯汀
费城 迈阿密 亚特兰大 底特律 丹佛 拉斯维加斯 凤凰城 夏威夷 硅谷 多伦多 温哥华 蒙特利尔 渥太华 卡尔加里 墨西哥城 哈瓦那 利马
波哥大 布宜诺斯艾利斯 里约热内卢 圣保罗 悉尼 雪梨 墨尔本 布里斯班 珀斯 堪培拉 阿德莱德 奥克兰 惠灵顿 基督城
中国 日本 韩国 美国 英国 法国 德国 意大利 西班牙 葡萄牙 荷兰 比利时 瑞士 瑞典 挪威 丹麦 芬兰 冰岛 爱尔兰 奥地利 波兰 捷克
匈牙利 希腊 土耳其 俄罗斯 乌克兰 加拿大 墨西哥 巴西 阿根廷 智利 澳大利亚 澳洲 新西兰 泰国 越南 马来西亚 印尼 印度 菲律宾 埃及
南非 大陆 内地
"""
PLACES = frozenset(_NAMES.split())
_REGIONS = frozenset(  # 浙江杭州: the city is what follows
    [
        "内蒙古",
        "新疆",
        "西藏",
        "宁夏",
        "广西",
        "浙江",
        "江苏",
        "安徽",
        "福建",
        "江西",
        "山东",
        "河南",
        "河北",
        "湖北",
        "湖南",
        "广东",
        "海南",
        "四川",
        "贵州",
        "云南",
        "陕西",
        "甘肃",
        "青海",
        "山西",
        "辽宁",
        "吉林",
        "黑龙江",
        "东北",
        "中国",
        "台湾",
        "日本",
        "韩国",
        "美国",
        "英国",
        "法国",
        "德国",
        "意大利",
        "西班牙",
        "葡萄牙",
        "荷兰",
        "瑞士",
        "瑞典",
        "挪威",
        "加拿大",
        "澳大利亚",
        "澳洲",
        "新西兰",
        "泰国",
        "越南",
        "马来西亚",
        "俄罗斯",
    ]
)
_LONGEST = max(map(len, PLACES))
_SUFFIX = re.compile("(?:特别行政区|自治区|自治州|市|省|县|州|岛|区|镇)(?!区|场|民|长|中心|面|井|政)")
_UNIT = re.compile(
    "[㐀-鿿]{1,7}?(?:特别行政区|自治区|自治州|市|省|县|镇|区|乡|村|岛|屯)(?!场|民|长|中心|面|政)"
)


def known(text: str, start: int, end: int) -> tuple[int, int]:
    """The place of the table at `start`, its 市 or 省 with it, as a span; an empty one if there is none.

    >>> text = "浙江杭州西湖边"
    >>> text[slice(*known(text, 0, len(text)))]
    '杭州'
    """
    for length in range(min(_LONGEST, end - start), 1, -1):
        name = text[start : start + length]
        if name in PLACES:
            suffix = _SUFFIX.match(text, start + length, end)
            stop = suffix.end() if suffix else start + length
            inner = known(text, stop, end) if name in _REGIONS else (stop, stop)
            return inner if inner[1] > stop else (start, stop)
    return start, start


def named(text: str, start: int, end: int) -> tuple[int, int]:
    """The same for a name that is not in the table but says of itself that it is a place (平遥县)."""
    span = known(text, start, end)
    unit = _UNIT.match(text, start, end) if span[0] == span[1] else None
    return unit.span() if unit else span
