"""Words by kind, English and Chinese: general vocabulary of a kind, not the words of any one conversation.

Which kinds there are was settled with annotated conversations at hand; that they carry over to others is what
`memlab fit` measures, with each conversation left out in turn.

An English word stands for its forms too (bake: baked, baking, bakes); a Chinese one is found anywhere in the
text, the longest first. One word may be of several kinds.
"""

from __future__ import annotations

KINDS: dict[str, tuple[str, str]] = {
    "family": (
        "mom mum mama mommy mother dad daddy papa father parent brother sister sibling son daughter kid "
        "child "
        "children baby toddler grandma granny grandmother grandpa grandfather grandparent grandson "
        "granddaughter grandchild aunt auntie uncle cousin niece nephew relative stepmother stepfather "
        "twin "
        "family fam folks ancestor husband wife wives spouse fiancé fiancée girlfriend boyfriend in-law",
        "妈妈 母亲 妈 爸爸 父亲 爸 爸妈 父母 哥哥 弟弟 姐姐 妹妹 兄弟 姐妹 儿子 女儿 孩子 宝宝 婴儿 奶奶 "
        "爷爷 外婆 外公 姥姥 姥爷 "
        "孙子 孙女 阿姨 姑姑 叔叔 舅舅 表哥 表妹 表弟 表姐 堂哥 堂弟 侄子 外甥 亲戚 双胞胎 家人 家里人 "
        "老公 丈夫 老婆 妻子 太太 "
        "未婚夫 未婚妻 女朋友 男朋友 岳父 岳母 公公 婆婆",
    ),
    "friends": (
        "friend friendship buddy buddies bestie pal mate roommate housemate flatmate neighbor neighbour "
        "classmate colleague coworker co-worker teammate acquaintance crew gang",
        "朋友 闺蜜 哥们 室友 邻居 同学 同事 队友 伙伴 熟人",
    ),
    "mentors": (
        "boss manager supervisor mentor coach instructor trainer tutor professor teacher principal client "
        "customer employee employer assistant leader captain",
        "老板 经理 主管 上司 领导 导师 教练 老师 教授 校长 客户 顾客 员工 雇主 助理 队长",
    ),
    "romance": (
        "partner date dating crush bride groom couple romance romantic relationship single honeymoon "
        "engaged "
        "engagement wedding marry married marriage divorce divorced widow propose proposal breakup",
        "对象 约会 暗恋 新娘 新郎 情侣 恋爱 单身 蜜月 订婚 婚礼 结婚 婚姻 离婚 丧偶 求婚 分手",
    ),
    "animals": (
        "dog cat puppy puppies pup kitten kitty pet fish bird parrot hamster rabbit bunny turtle tortoise "
        "horse pony lizard snake goldfish cow sheep goat pig duck bee butterfly bear deer fox wolf whale "
        "dolphin shark elephant lion tiger monkey frog spider animal wildlife insect breed vet leash "
        "aquarium",
        "狗 小狗 猫 小猫 宠物 鱼 鸟 鹦鹉 仓鼠 兔子 乌龟 马 小马 蜥蜴 蛇 金鱼 牛 羊 猪 鸭 蜜蜂 蝴蝶 熊 鹿 "
        "狐狸 狼 鲸 海豚 鲨鱼 "
        "大象 狮子 老虎 猴子 青蛙 蜘蛛 动物 昆虫 品种 兽医 水族",
    ),
    "food": (
        "food meal breakfast brunch lunch dinner supper dish recipe bread toast pizza pasta spaghetti "
        "lasagna "
        "soup stew salad sandwich burger taco burrito rice noodle sushi dumpling curry chicken beef pork "
        "steak "
        "bacon sausage turkey salmon seafood shrimp vegetable veggie veg fruit apple banana orange grape "
        "berry "
        "berries strawberry blueberry mango peach pear lemon lime avocado tomato potato carrot onion "
        "garlic "
        "mushroom spinach bean lentil tofu egg cheese butter milk yogurt cream dairy chocolate candy "
        "candies "
        "cookie cake cupcake pie muffin pastry pastries croissant donut gelato dessert snack popcorn "
        "chip nut "
        "honey sugar salt pepper spice sauce ingredient flavor flavour vegan vegetarian gluten cuisine "
        "buffet "
        "bbq barbecue menu feast picnic sweet savory delicious yummy tasty roast grill bake cook fry boil "
        "coffee tea juice soda beer wine cocktail smoothie milkshake lemonade water drink beverage eat ate",
        "食物 早餐 早饭 午餐 午饭 晚餐 晚饭 夜宵 一顿饭 做饭 吃饭 吃了 菜 食谱 面包 披萨 意面 汤 沙拉 "
        "三明治 汉堡 米饭 面条 寿司 饺子 咖喱 鸡肉 牛肉 "
        "猪肉 羊肉 牛排 培根 香肠 三文鱼 海鲜 虾 蔬菜 水果 苹果 香蕉 橙子 葡萄 草莓 蓝莓 芒果 桃子 梨 "
        "柠檬 番茄 西红柿 土豆 胡萝卜 洋葱 大蒜 蘑菇 "
        "菠菜 豆腐 鸡蛋 奶酪 黄油 牛奶 酸奶 奶油 巧克力 糖果 饼干 蛋糕 派 点心 甜点 零食 爆米花 坚果 "
        "花生 蜂蜜 糖 盐 胡椒 辣椒 香料 酱 配料 "
        "味道 素食 麸质 菜系 自助餐 烧烤 菜单 野餐 火锅 好吃 美味 烤 烘焙 煮 炒 炖 咖啡 茶 果汁 汽水 "
        "啤酒 红酒 白酒 鸡尾酒 奶昔 饮料 喝",
    ),
    "health": (
        "health healthy doctor doc nurse hospital surgery surgeon sick ill illness disease injury injure "
        "hurt "
        "pain painful ache allergy allergies allergic medicine medication pill prescription diagnose "
        "diagnosis "
        "therapy therapist diet nutrition weight overweight obese blood asthma cancer diabetes fever flu "
        "cold "
        "cough virus infection vaccine checkup check-up clinic symptom recover recovery rehab anxiety "
        "depression panic insomnia pregnant pregnancy dentist physician wound scar bandage wheelchair "
        "disability migraine headache concussion sprain fracture cholesterol head face eye ear nose mouth "
        "tooth teeth hair skin neck shoulder arm elbow wrist finger chest stomach hip leg knee ankle foot "
        "feet toe bone muscle brain lung kidney liver spine",
        "健康 医生 大夫 护士 医院 手术 生病 病 疾病 受伤 伤 疼 痛 过敏 药 药片 处方 诊断 治疗 饮食 营养 "
        "体重 肥胖 血压 血糖 哮喘 癌 糖尿病 发烧 流感 感冒 "
        "咳嗽 病毒 感染 疫苗 体检 诊所 症状 康复 恢复 焦虑 抑郁 失眠 怀孕 牙医 伤口 绷带 轮椅 残疾 头痛 "
        "头疼 扭伤 骨折 胆固醇 眼睛 耳朵 鼻子 牙 头发 "
        "皮肤 脖子 肩膀 胳膊 手腕 手指 胸 胃 腿 膝盖 脚踝 脚 骨头 肌肉 肺 肾 肝 脊椎",
    ),
    "sport": (
        "sport basketball football soccer baseball tennis golf hockey volleyball rugby cricket badminton "
        "swim "
        "swimming surf surfing ski skiing snowboard skate skating skateboard run running ran jog jogging "
        "marathon race sprint cycling yoga pilates boxing kickboxing karate taekwondo judo wrestling "
        "climbing "
        "hike hiking kayak kayaking canoe rafting rowing sailing gym workout exercise fitness "
        "weightlifting "
        "tournament league championship playoff match referee stadium dance dancing ballet gymnastics "
        "bowling "
        "archery fishing hunting frisbee dumbbell treadmill team",
        "运动 篮球 足球 棒球 网球 高尔夫 冰球 排球 橄榄球 羽毛球 乒乓球 游泳 冲浪 滑雪 滑冰 滑板 跑步 "
        "慢跑 马拉松 赛跑 骑行 瑜伽 普拉提 拳击 空手道 "
        "跆拳道 柔道 摔跤 攀岩 爬山 徒步 皮划艇 划船 帆船 健身 锻炼 举重 锦标赛 联赛 冠军赛 比赛 裁判 "
        "跳舞 舞蹈 芭蕾 体操 保龄球 射箭 钓鱼 飞盘 哑铃 "
        "跑步机 球队",
    ),
    "arts": (
        "music song album band concert gig guitar piano violin drum flute cello clarinet saxophone trumpet "
        "ukulele sing sang singer choir orchestra instrument melody lyrics playlist genre jazz rock pop "
        "rap "
        "classical blues dj musician composer rapper art artist paint painting painter draw drew drawing "
        "sketch sculpture pottery ceramic craft watercolor canvas mural portrait landscape gallery "
        "exhibition "
        "exhibit theater theatre actor actress audition performance perform opera comedy photography "
        "photographer knit sew quilt embroidery jewelry fashion tattoo origami calligraphy woodwork "
        "carve clay",
        "音乐 歌 歌曲 专辑 乐队 音乐会 演唱会 吉他 钢琴 小提琴 鼓 笛子 大提琴 单簧管 萨克斯 小号 唱歌 "
        "歌手 合唱 乐团 乐器 旋律 歌词 歌单 爵士 摇滚 流行 说唱 "
        "古典 作曲 艺术 画家 画画 绘画 油画 素描 雕塑 陶艺 陶瓷 手工 水彩 画布 壁画 肖像 风景画 画廊 "
        "展览 戏剧 话剧 演员 试镜 表演 歌剧 喜剧 摄影 编织 "
        "缝纫 刺绣 首饰 时尚 纹身 折纸 书法 木工 雕刻",
    ),
    "media": (
        "book novel author writer poem poetry poet story stories fiction fantasy sci-fi mystery thriller "
        "biography memoir trilogy chapter script screenplay blog magazine newspaper article journal diary "
        "comic movie film cinema documentary series episode season tv anime cartoon podcast channel vlog "
        "trailer character director publisher library bookstore bookshelf read reading write wrote writing "
        "game gamer gaming console chess poker puzzle boardgame card dice arcade multiplayer",
        "书 小说 作者 作家 诗 诗歌 故事 奇幻 科幻 悬疑 惊悚 传记 回忆录 三部曲 章节 剧本 博客 杂志 报纸 "
        "文章 日记 漫画 电影 影院 纪录片 连续剧 电视剧 一集 "
        "第一季 电视 动漫 动画 播客 频道 预告片 角色 导演 出版 图书馆 书店 书架 读书 看书 阅读 写作 游戏 "
        "主机 象棋 围棋 扑克 拼图 桌游 纸牌 骰子",
    ),
    "technology": (
        "computer laptop pc phone smartphone tablet app software website program programming coding code "
        "developer robot drone gadget device internet online server database algorithm bug headset camera "
        "printer battery charger gps smartwatch screen keyboard",
        "电脑 笔记本 手机 平板 应用 软件 网站 程序 编程 代码 开发 机器人 无人机 设备 互联网 网上 服务器 "
        "数据库 算法 耳机 相机 打印机 电池 充电器 手表 屏幕 键盘",
    ),
    "vehicles": (
        "car truck van bus taxi train subway tram plane airplane helicopter boat ship ferry bike bicycle "
        "motorcycle scooter camper tire engine windshield garage vehicle",
        "汽车 车子 新车 卡车 面包车 公交 出租车 火车 高铁 地铁 飞机 直升机 船 轮渡 自行车 摩托车 电动车 "
        "轮胎 发动机 挡风玻璃 车库",
    ),
    "things": (
        "furniture table chair couch sofa bed mattress desk lamp shelf shelves mirror rug carpet curtain "
        "window "
        "door oven stove fridge blender bowl plate cup mug vase candle blanket pillow toy doll box bottle "
        "basket key tool hammer machine equipment collection figurine statue poster frame flag sign "
        "balloon "
        "lantern tent umbrella dress shirt t-shirt shoe sneaker boot jacket coat sweater hoodie jeans "
        "skirt "
        "suit hat scarf glove uniform costume outfit clothes clothing ring necklace bracelet earring "
        "pendant "
        "purse bag backpack wallet glasses sunglasses jersey perfume gift present souvenir letter postcard "
        "trophy medal certificate heirloom antique plant flower tree rose seed garden gardening",
        "家具 桌子 椅子 沙发 床 床垫 书桌 台灯 架子 镜子 地毯 窗帘 窗户 烤箱 炉子 冰箱 碗 盘子 杯子 花瓶 "
        "蜡烛 毯子 枕头 玩具 娃娃 盒子 瓶子 篮子 钥匙 工具 "
        "机器 收藏 雕像 海报 相框 旗 招牌 气球 灯笼 帐篷 雨伞 裙子 衬衫 鞋 靴子 夹克 外套 毛衣 牛仔裤 "
        "西装 帽子 围巾 手套 制服 服装 衣服 戒指 项链 手链 耳环 "
        "钱包 背包 书包 眼镜 球衣 香水 礼物 纪念品 信 明信片 奖杯 奖牌 证书 传家宝 古董 植物 花 树 玫瑰 "
        "种子 花园",
    ),
    "home": (
        "home house apartment flat condo cottage cabin mansion dorm rent landlord lease tenant mortgage "
        "renovate renovation remodel decorate decoration move moving relocate neighborhood neighbourhood "
        "suburb kitchen bathroom bedroom room",
        "家里 房子 公寓 别墅 木屋 宿舍 房租 租房 房东 租约 租客 房贷 装修 翻新 装饰 搬家 搬到 搬去 小区 "
        "郊区 厨房 浴室 卧室 房间",
    ),
    "places": (
        "city town village downtown street avenue country state county capital hometown park beach "
        "playground "
        "museum zoo restaurant cafe café diner pub bar bakery store shop mall market supermarket campus "
        "office "
        "church temple mosque studio arena hotel motel hostel resort airport station harbor pier bridge "
        "castle "
        "palace monument tower square farm ranch vineyard shelter orphanage factory headquarters "
        "mountain hill "
        "valley cliff canyon cave desert forest woods jungle river lake waterfall pond ocean sea coast "
        "shore "
        "island bay glacier volcano trail campsite campground countryside",
        "城市 镇 村 市中心 街 大道 国家 省 首都 老家 家乡 公园 海滩 沙滩 游乐场 博物馆 动物园 餐厅 餐馆 "
        "咖啡馆 酒吧 面包店 商店 商场 市场 超市 校园 办公室 "
        "教堂 寺庙 清真寺 工作室 酒店 宾馆 旅馆 度假村 机场 车站 港口 码头 桥 城堡 宫殿 纪念碑 塔 广场 "
        "农场 酒庄 收容所 孤儿院 工厂 总部 山 山谷 悬崖 峡谷 "
        "洞穴 沙漠 森林 丛林 河 湖 瀑布 池塘 海边 海岸 岛 海湾 冰川 火山 步道 营地 乡下",
    ),
    "travel": (
        "trip travel traveler vacation vacay holiday getaway tour tourist cruise flight fly flew roadtrip "
        "road-trip drive drove visit abroad overseas passport visa luggage suitcase itinerary destination "
        "sightseeing backpacking camping camp explore europe asia africa america ticket landmark",
        "旅行 旅游 度假 假期 出游 游客 邮轮 航班 飞 自驾 开车 参观 拜访 国外 出国 护照 签证 行李 行程 "
        "目的地 观光 背包客 露营 探索 欧洲 亚洲 非洲 美洲 机票 "
        "车票 门票 景点",
    ),
    "nature": (
        "weather rain rainy snow storm hurricane tornado flood earthquake wildfire fire drought blizzard "
        "lightning disaster evacuate sunset sunrise sky star moon meteor cloud rainbow scenery",
        "天气 下雨 下雪 暴风 台风 龙卷风 洪水 地震 山火 火灾 干旱 闪电 灾害 撤离 日落 日出 天空 星星 "
        "月亮 流星 云 彩虹 风景",
    ),
    "work": (
        "job work career profession business company companies startup firm corporation interview resume "
        "cv "
        "promotion promote hire fire layoff salary wage shift freelance contract deal deadline project "
        "meeting "
        "presentation investor industry marketing brand endorsement sponsor retire retirement resign "
        "unemployed intern internship",
        "工作 职业 事业 生意 公司 创业 企业 面试 简历 升职 晋升 录用 聘用 解雇 裁员 工资 薪水 轮班 "
        "自由职业 合同 交易 截止日期 项目 会议 演讲 投资人 行业 营销 "
        "品牌 代言 赞助 退休 辞职 失业 实习",
    ),
    "professions": (
        "engineer nurse lawyer attorney accountant architect designer programmer chef baker waiter "
        "waitress "
        "bartender journalist editor dancer firefighter police policeman officer soldier pilot driver "
        "mechanic "
        "electrician plumber carpenter farmer scientist researcher psychologist counselor counsellor "
        "consultant salesman cashier librarian veterinarian barista secretary politician mayor "
        "entrepreneur",
        "工程师 律师 会计 建筑师 设计师 程序员 厨师 服务员 调酒师 记者 编辑 舞者 消防员 警察 军官 士兵 "
        "飞行员 司机 技工 电工 水管工 木匠 农民 科学家 研究员 "
        "心理学家 咨询师 顾问 销售 收银员 秘书 政治家 市长 企业家",
    ),
    "study": (
        "school college university class classes course degree bachelor master phd diploma major exam test "
        "quiz study graduate graduation student lesson workshop training seminar lecture thesis "
        "scholarship "
        "certification homework assignment grade semester conference education curriculum academy "
        "kindergarten enroll learn teach taught learnt",
        "学校 大学 学院 课程 上课 学位 本科 硕士 博士 文凭 专业 考试 测验 学习 毕业 学生 工作坊 培训 "
        "研讨会 讲座 论文 奖学金 作业 成绩 学期 教育 幼儿园 报名 教书 "
        "学会",
    ),
    "money": (
        "money cash dollar euro pound buck price cost pay paid budget loan debt savings invest "
        "investment fund "
        "fundraiser fundraising funding donate donation bill tax expensive cheap afford sale sell sold "
        "bank "
        "insurance discount coupon fee charity refund profit",
        "钱 现金 美元 欧元 英镑 人民币 块钱 价格 花费 付款 支付 预算 贷款 债 存款 积蓄 投资 资金 筹款 "
        "捐款 捐赠 账单 税 贵 便宜 卖 银行 保险 折扣 优惠券 费用 慈善 "
        "退款 利润",
    ),
    "community": (
        "politics political election vote campaign council government law policy military army navy "
        "veteran "
        "war community volunteer nonprofit non-profit foundation homeless protest march rally petition "
        "rights "
        "activist activism initiative religion religious faith christian catholic buddhist muslim jewish "
        "god "
        "pray prayer spiritual gay lesbian lgbt lgbtq queer transgender trans gender immigrant citizen "
        "culture "
        "cultural heritage tradition traditional language ethnicity nationality roots native",
        "政治 选举 投票 竞选 议会 政府 法律 政策 军队 海军 老兵 战争 社区 志愿者 义工 公益 基金会 流浪 "
        "抗议 游行 集会 请愿 权利 宗教 信仰 基督 佛教 伊斯兰 "
        "祈祷 同性恋 性别 移民 公民 文化 传统 语言 民族 国籍",
    ),
    "celebrations": (
        "birthday anniversary christmas thanksgiving easter halloween hanukkah diwali ramadan festival "
        "parade "
        "party parties ceremony celebration celebrate fireworks carnival valentine reunion",
        "生日 纪念日 圣诞 感恩节 复活节 万圣节 春节 过年 中秋 端午 元宵 清明 国庆 节日 派对 仪式 庆祝 "
        "烟花 狂欢节 情人节 聚会 团聚",
    ),
    "identity": (
        "name named called nickname age old born birth from grew raised originally",
        "名字 名叫 叫做 外号 年龄 岁 出生 来自 长大 籍贯 姓",
    ),
    "getting": (
        "buy bought purchase order shopping adopt adoption own owned got receive received win won earn "
        "award "
        "prize reward",
        "买 购买 下单 订购 领养 收养 拥有 收到 赢 获得 得到 得奖 获奖 奖",
    ),
    "making": (
        "make made build built create creation invent design compose assemble develop produce launch "
        "publish "
        "release open opened",
        "做了 制作 建 创造 创作 发明 设计 组装 开发 生产 推出 发布 出版 开了",
    ),
    "joining": (
        "join sign signed attend attended participate volunteering register apply applied application "
        "member "
        "membership compete meet met introduce invite invitation host",
        "加入 报名 参加 出席 参与 注册 申请 会员 竞争 认识 见面 遇到 介绍 邀请 主持 举办",
    ),
    "changing": (
        "start started begin began quit stop stopped end ended finish finished switch change become "
        "became turn "
        "resume return returned complete completed achieve milestone pass passed fail failed",
        "开始 辞掉 停止 结束 完成 换 改变 改成 变成 成为 恢复 回到 达到 通过了 没通过 失败",
    ),
    "losing": (
        "lose lost losing break broke broken crash accident incident damage stolen steal theft rob missing "
        "crack malfunction stuck breakdown repair fix leak die died death dead funeral grief mourn",
        "丢 弄丢 失去 坏 打碎 撞 事故 意外 损坏 偷 抢 不见 裂 故障 卡住 修 漏 去世 过世 死 葬礼 悼念",
    ),
    "relative time": (
        "yesterday today tonight tomorrow ago last next recently lately earlier",
        "昨天 今天 今晚 昨晚 明天 前天 后天 以前 之前 上周 上个月 去年 下周 下个月 明年 今年 最近 刚才 "
        "前几天 上次 下次 刚刚",
    ),
    "calendar": (
        "monday tuesday wednesday thursday friday saturday sunday january february march april june july "
        "august september october november december spring summer autumn fall winter",
        "周一 周二 周三 周四 周五 周六 周日 周末 星期 礼拜 一月 二月 三月 四月 五月 六月 七月 八月 九月 "
        "十月 十一月 十二月 月份 春天 夏天 秋天 冬天 "
        "春季 夏季 秋季 冬季 暑假 寒假",
    ),
    "units": (
        "second minute hour day week weekend month year decade century mile km kilometer meter foot inch "
        "kg "
        "kilo gram liter degree percent",
        "秒 分钟 小时 天 周 个月 年 世纪 公里 千米 米 厘米 公斤 斤 克 升 度 百分",
    ),
    "number words": (
        "two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty thirty forty "
        "fifty "
        "sixty seventy eighty ninety hundred thousand million dozen couple second third fourth fifth half "
        "quarter double twice once",
        "两 三 四 五 六 七 八 九 十 百 千 万 亿 第二 第三 半 一次",
    ),
    "frequency": (
        "always usually often everyday daily weekly monthly sometimes rarely never regularly seldom every",
        "总是 通常 经常 每天 每周 每月 每年 有时 很少 从不 定期 常常",
    ),
    "preference": (
        "love like enjoy prefer favorite favourite fave fan hate dislike adore obsessed hooked keen "
        "interested",
        "喜欢 最爱 爱吃 爱看 爱听 喜爱 偏爱 更喜欢 讨厌 不喜欢 迷上 热爱 感兴趣 粉丝",
    ),
    "reasons": (
        "because cause since reason inspired inspire sparked influence why therefore",
        "因为 由于 原因 启发 所以 因此 影响",
    ),
    "low spirits": (
        "sad upset angry mad frustrated frustrating annoyed stressed stress stressful anxious nervous "
        "worried "
        "worry scared afraid fear lonely tired exhausted overwhelmed disappointed devastated heartbroken "
        "embarrassed ashamed guilty jealous regret cry cried tough rough hard difficult struggle setback",
        "难过 伤心 生气 沮丧 烦 压力 紧张 担心 害怕 恐惧 孤独 累 疲惫 失望 心碎 尴尬 羞愧 内疚 嫉妒 后悔 "
        "哭 艰难 困难 挣扎 挫折",
    ),
    "high spirits": (
        "happy happiness excited exciting thrilled stoked pumped proud relieved hopeful hope optimistic "
        "calm "
        "peaceful relaxed relaxing joy joyful fun motivated confident determined blessed lucky cheerful "
        "glad "
        "delighted",
        "高兴 开心 快乐 激动 兴奋 骄傲 自豪 放心 希望 乐观 平静 宁静 放松 喜悦 有趣 有动力 自信 决心 "
        "幸运 欣慰",
    ),
    "praise": (
        "awesome amazing great wonderful fantastic incredible cool nice lovely beautiful gorgeous stunning "
        "impressive inspiring adorable cute special important meaningful rewarding good best better "
        "perfect "
        "unforgettable breathtaking soothing magical precious powerful unique crucial vital essential "
        "valuable",
        "太棒 很棒 真棒 厉害 了不起 精彩 不错 漂亮 美丽 可爱 特别 重要 有意义 很好 真好 最好 完美 难忘 "
        "神奇 珍贵 强大 独特 关键 宝贵",
    ),
    "generalities": (
        "life journey support supportive strength courage difference impact positive positivity importance "
        "moment memory memories experience challenge challenging growth progress success goal dream "
        "feeling "
        "connection connect bond balance perspective beauty world step reminder remind motivation purpose "
        "together everyone everybody people others anyone anything everything thing something stuff way "
        "kind "
        "sort part lot time energy mind heart soul spirit vibe power effort determination dedication "
        "resilience "
        "creativity inspiration opportunity adventure passion potential vision value mindset attitude "
        "kindness "
        "compassion empathy understanding acceptance freedom peace escape",
        "生活 人生 旅程 支持 力量 勇气 意义 积极 时刻 回忆 经历 挑战 成长 进步 成功 目标 梦想 感觉 联系 "
        "平衡 角度 世界 一步 提醒 动力 一起 大家 人们 别人 "
        "东西 事情 方式 时间 精力 心灵 精神 努力 坚持 韧性 创造力 灵感 机会 热情 潜力 价值 心态 态度 "
        "善良 同情 理解 接纳 自由 和平",
    ),
    "cheers": (
        "luck congrats congratulations keep rooting cheering believe proud deserve kudos bravo forward",
        "加油 恭喜 祝贺 祝你 好运 相信你 为你骄傲 继续努力 坚持住 别放弃 期待",
    ),
    "thanks": (
        "thanks thank thx appreciate grateful thankful welcome worries",
        "谢谢 感谢 多谢 感激 不客气 不用谢 别客气 没关系 没事",
    ),
    "agreement": (
        "yeah yep yup yes sure totally absolutely definitely exactly agree right course indeed true nope "
        "nah "
        "no okay ok",
        "是的 对 没错 当然 确实 同意 好的 好呀 好啊 可以 行 嗯 不是 没有",
    ),
    "interjections": (
        "wow woah whoa oh aww haha hah lol omg yay woohoo hey hi hello hmm mmm ooh ah man dude gosh bye "
        "goodbye",
        "哇 哦 噢 啊 哈哈 呵呵 嘿 嗨 你好 您好 大家好 早上好 晚上好 早安 晚安 天哪 再见 拜拜 回头见 哎呀",
    ),
    "showing": (
        "pic picture photo photograph snapshot snap screenshot look check image share show see",
        "照片 图片 截图 看看 瞧 分享 给你看",
    ),
    "talking": (
        "chat talk tell told say said hear heard ask asked discuss conversation catch call message speak "
        "spoke "
        "mention question answer know think thought guess wonder mean",
        "聊 说 告诉 听说 听到 问 讨论 对话 打电话 消息 提到 问题 回答 知道 觉得 想到 猜 好奇 意思",
    ),
    "advice": (
        "advice tip suggestion recommend recommendation suggest try should need must consider idea help",
        "建议 推荐 试试 应该 需要 必须 考虑 主意 帮",
    ),
    "intensifiers": (
        "so really very super such pretty totally truly definitely absolutely just even quite kinda "
        "extremely "
        "especially still ever actually",
        "真的 非常 很 太 特别 相当 十分 极其 超级 完全 绝对 简直 其实",
    ),
    "you": (
        "you your you're you've yours yourself ya you'll you'd",
        "你 您 你们 你的 您的",
    ),
    "me": (
        "i i'm i've i'll i'd me my mine myself we we're we've we'll our ours us",
        "我 我们 我的 咱们 本人 自己",
    ),
    "they": (
        "he she him her his hers they them their he's she's they're they've",
        "他 她 他们 她们 他的 她的 它们",
    ),
    "it": (
        "it it's its that that's this these those",
        "它 这 那 这个 那个 这些 那些",
    ),
    "modals": (
        "can could should would might may must will gonna wanna gotta",
        "能 会 可能 也许 应该 必须 要",
    ),
    "negation": (
        "not don't didn't can't won't isn't wasn't haven't hasn't couldn't never no nothing without nor "
        "doesn't aren't",
        "不 没 没有 别 未 无法 从未",
    ),
}

TOPICS = tuple(
    name
    for name in KINDS
    if name
    in {
        "family",
        "mentors",
        "romance",
        "animals",
        "food",
        "health",
        "sport",
        "arts",
        "media",
        "technology",
        "vehicles",
        "things",
        "home",
        "places",
        "travel",
        "nature",
        "work",
        "professions",
        "study",
        "money",
        "community",
        "celebrations",
    }
)
"""The kinds that name something in the world."""
