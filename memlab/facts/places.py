"""Places under several names: what pinyin does not tell (Beijing is 北京 without this table)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# One place a line, its names separated by commas.
_NAMES = """
beijing, peking, 北京
nanjing, nanking, 南京
guangzhou, canton, 广州
chongqing, chungking, 重庆
xiamen, amoy, 厦门
qingdao, tsingtao, 青岛
harbin, haerbin, 哈尔滨
lhasa, lasa, 拉萨
urumqi, wulumuqi, 乌鲁木齐
hohhot, huhehaote, 呼和浩特
hong kong, hongkong, hk, xianggang, 香港
macau, macao, aomen, 澳门
taipei, taibei, 台北
kaohsiung, gaoxiong, 高雄
taichung, 台中
shaanxi, 陕西
inner mongolia, 内蒙古
tibet, 西藏
china, prc, mainland china, 中国
taiwan, 台湾
tokyo, 东京
osaka, 大阪
kyoto, 京都
nagoya, 名古屋
sapporo, 札幌
japan, 日本
seoul, 首尔, 汉城
busan, pusan, 釜山
south korea, korea, 韩国
singapore, 新加坡
kuala lumpur, kl, 吉隆坡
bangkok, 曼谷
hanoi, 河内
ho chi minh city, saigon, 胡志明市, 西贡
jakarta, 雅加达
manila, 马尼拉
delhi, new delhi, 新德里, 德里
mumbai, bombay, 孟买
bengaluru, bangalore, 班加罗尔
kolkata, calcutta, 加尔各答
chennai, madras, 金奈
dubai, 迪拜
abu dhabi, 阿布扎比
istanbul, constantinople, 伊斯坦布尔
tel aviv, 特拉维夫
jerusalem, 耶路撒冷
moscow, moskva, 莫斯科
saint petersburg, st petersburg, 圣彼得堡
kyiv, kiev, 基辅
london, 伦敦
manchester, 曼彻斯特
birmingham, 伯明翰
leeds, 利兹
liverpool, 利物浦
cambridge, 剑桥
oxford, 牛津
edinburgh, 爱丁堡
glasgow, 格拉斯哥
bristol, 布里斯托
uk, united kingdom, britain, great britain, 英国
england, 英格兰
scotland, 苏格兰
dublin, 都柏林
ireland, 爱尔兰
paris, 巴黎
lyon, lyons, 里昂
marseille, marseilles, 马赛
nice, 尼斯
toulouse, 图卢兹
bordeaux, 波尔多
strasbourg, strassburg, 斯特拉斯堡
france, 法国
berlin, 柏林
munich, munchen, muenchen, 慕尼黑
cologne, koln, koeln, 科隆
hamburg, 汉堡
frankfurt, frankfurt am main, 法兰克福
stuttgart, 斯图加特
dusseldorf, duesseldorf, 杜塞尔多夫
nuremberg, nurnberg, nuernberg, 纽伦堡
dresden, 德累斯顿
leipzig, 莱比锡
hanover, hannover, 汉诺威
germany, deutschland, 德国
vienna, wien, 维也纳
salzburg, 萨尔茨堡
austria, osterreich, 奥地利
zurich, zuerich, 苏黎世
geneva, geneve, genf, 日内瓦
basel, basle, 巴塞尔
bern, berne, 伯尔尼
switzerland, schweiz, suisse, 瑞士
rome, roma, 罗马
milan, milano, 米兰
venice, venezia, 威尼斯
florence, firenze, 佛罗伦萨
naples, napoli, 那不勒斯
turin, torino, 都灵
genoa, genova, 热那亚
italy, italia, 意大利
madrid, 马德里
barcelona, 巴塞罗那
seville, sevilla, 塞维利亚
valencia, 瓦伦西亚
spain, espana, 西班牙
lisbon, lisboa, 里斯本
porto, oporto, 波尔图
portugal, 葡萄牙
amsterdam, 阿姆斯特丹
rotterdam, 鹿特丹
the hague, hague, den haag, 海牙
netherlands, holland, 荷兰
brussels, bruxelles, brussel, 布鲁塞尔
antwerp, antwerpen, anvers, 安特卫普
belgium, 比利时
copenhagen, kobenhavn, 哥本哈根
denmark, 丹麦
stockholm, 斯德哥尔摩
gothenburg, goteborg, 哥德堡
malmo, 马尔默
sweden, 瑞典
oslo, 奥斯陆
bergen, 卑尔根
norway, 挪威
helsinki, helsingfors, 赫尔辛基
finland, 芬兰
reykjavik, 雷克雅未克
iceland, 冰岛
warsaw, warszawa, 华沙
krakow, cracow, 克拉科夫
gdansk, danzig, 格但斯克
poland, 波兰
prague, praha, prag, 布拉格
czechia, czech republic, 捷克
budapest, 布达佩斯
hungary, 匈牙利
bucharest, bucuresti, 布加勒斯特
belgrade, beograd, 贝尔格莱德
zagreb, 萨格勒布
sofia, 索非亚
athens, athina, 雅典
greece, 希腊
cairo, 开罗
cape town, 开普敦
johannesburg, 约翰内斯堡
nairobi, 内罗毕
lagos, 拉各斯
new york, new york city, nyc, ny, big apple, 纽约
los angeles, la, 洛杉矶
san francisco, sf, 旧金山, 三藩市
san jose, 圣何塞
san diego, 圣地亚哥
seattle, 西雅图
portland, 波特兰
boston, 波士顿
chicago, 芝加哥
houston, 休斯敦, 休斯顿
dallas, 达拉斯
austin, 奥斯汀
miami, 迈阿密
atlanta, 亚特兰大
denver, 丹佛
philadelphia, philly, 费城
washington, washington dc, dc, 华盛顿
las vegas, vegas, 拉斯维加斯
detroit, 底特律
honolulu, 檀香山, 火奴鲁鲁
usa, us, united states, united states of america, america, 美国
toronto, 多伦多
vancouver, 温哥华
montreal, 蒙特利尔
ottawa, 渥太华
quebec city, quebec, 魁北克
canada, 加拿大
mexico city, 墨西哥城
mexico, 墨西哥
sao paulo, 圣保罗
rio de janeiro, rio, 里约热内卢, 里约
brazil, brasil, 巴西
buenos aires, 布宜诺斯艾利斯
argentina, 阿根廷
sydney, 悉尼
melbourne, 墨尔本
brisbane, 布里斯班
perth, 珀斯
adelaide, 阿德莱德
canberra, 堪培拉
australia, 澳大利亚, 澳洲
auckland, 奥克兰
wellington, 惠灵顿
new zealand, 新西兰
"""
_SUFFIX = re.compile(r"(?<=[㐀-鿿]{2})(?:特别行政区|市区|市|省)$")
_MARKS = re.compile("[\u0300-\u036f]")
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i"})


def plain(text: str) -> str:
    """`text` in lower case without accents: "München" and "MUNCHEN" are one.

    >>> plain("Zürich"), plain("Gdańsk"), plain("Straße")
    ('zurich', 'gdansk', 'strasse')
    """
    if text.isascii():
        return text.lower()
    low = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", _MARKS.sub("", low)).translate(_LETTERS)


def place(name: str) -> str:
    """The one name of a place, of a folded one; its own plain name if the table lacks it.

    >>> place("Peking"), place("北京市"), place("NYC"), place("The Hague"), place("Nowhere")
    ('beijing', 'beijing', 'new york', 'the hague', 'nowhere')
    """
    low = " ".join(re.sub(r"[.'’]", "", plain(name)).split())
    known = _table()
    if low in known:
        return known[low]
    short = _SUFFIX.sub("", low).removeprefix("the ")
    return known.get(short, short)


def is_place(name: str) -> bool:
    """Whether the table knows a place of this name.

    >>> is_place("Lisbon"), is_place("Rex")
    (True, False)
    """
    low = plain(name).strip()
    return low in _table() or _SUFFIX.sub("", low) in _table()


@cache
def _table() -> dict[str, str]:
    """Name -> the first name of its line."""
    lines = [[name.strip() for name in line.split(",")] for line in _NAMES.split("\n") if line]
    return {name: line[0] for line in lines for name in line}
