/**
 * Words that the users of a call read to each other (GCALL-21). The same place means the same in both
 * languages. The order never changes: devices of two builds must show the same words.
 */
const ENGLISH = `
  apple bread cat dog egg fish goat hat ice jacket key lamp moon nose onion pen queen rose sun tiger uncle
  violin window yogurt zebra airport banana candle desk elephant flag garden hammer island jungle kitchen
  lemon mirror needle ocean pillow quilt river spoon table umbrella village wall yard zipper arrow bell
  camera door engine feather glove honey ink jar kite ladder mountain nest orange pencil rabbit rain salt
  shoe snow star stone sugar tea tent tower train tree truck turtle valley wagon watch water wheel wind wolf
  wood wool yacht anchor ant basket bear bee bicycle bird blanket boat book bottle bowl box bridge broom
  brush bucket bus butter button cake camel car carpet carrot castle cave chain chair cheese cherry chicken
  clock cloud coat coffee coin comb corn cow crown cup curtain deer diamond dice doctor dolphin donkey dragon
  dress drum duck eagle earth elbow fan farm fence fire flower flute forest fork fox frog fruit ghost giraffe
  glass goose grape grass guitar hand harbour hedgehog helmet hill horse hospital hotel house iron jelly king
  knife koala lake leaf letter library lion lizard lock magnet map market melon milk monkey mouse museum
  mushroom noodle nurse nut oil oven owl paint panda paper parrot peach peacock pear pepper piano pig pilot
  pineapple pirate plane plate plum pocket potato pumpkin puppet purse radio rainbow rice ring road robot
  rocket roof rope ruler sand scarf school scissors shark sheep shell ship shirt skate snail snake soap sock
  sofa soup spider swan ticket tomato tongue towel trumpet whale
`;
const CHINESE = `
  苹果 面包 猫 狗 鸡蛋 鱼 山羊 帽子 冰 夹克 钥匙 台灯 月亮 鼻子 洋葱 钢笔 女王 玫瑰 太阳 老虎 叔叔 小提琴 窗户 酸奶 斑马 机场 香蕉 蜡烛 书桌 大象 旗子 花园 锤子 岛屿 丛林 厨房
  柠檬 镜子 针 海洋 枕头 被子 河流 勺子 桌子 雨伞 村庄 墙 院子 拉链 箭 铃铛 相机 门 发动机 羽毛 手套 蜂蜜 墨水 罐子 风筝 梯子 高山 鸟巢 橙子 铅笔 兔子 雨水 盐 鞋子 雪 星星 石头
  糖 茶 帐篷 高塔 火车 大树 卡车 乌龟 山谷 马车 手表 清水 轮子 风 狼 木头 羊毛 游艇 船锚 蚂蚁 篮子 熊 蜜蜂 自行车 小鸟 毯子 小船 书本 瓶子 碗 盒子 桥梁 扫帚 刷子 水桶 公交车
  黄油 纽扣 蛋糕 骆驼 汽车 地毯 胡萝卜 城堡 洞穴 链条 椅子 奶酪 樱桃 母鸡 时钟 云朵 大衣 咖啡 硬币 梳子 玉米 奶牛 王冠 杯子 窗帘 鹿 钻石 骰子 医生 海豚 驴子 龙 裙子 鼓 鸭子 老鹰
  地球 手肘 风扇 农场 篱笆 火焰 花朵 长笛 森林 叉子 狐狸 青蛙 水果 幽灵 长颈鹿 玻璃 鹅 葡萄 青草 吉他 手掌 港口 刺猬 头盔 小山 马 医院 酒店 房子 熨斗 果冻 国王 小刀 考拉 湖泊
  树叶 信件 图书馆 狮子 蜥蜴 锁头 磁铁 地图 市场 甜瓜 牛奶 猴子 老鼠 博物馆 蘑菇 面条 护士 坚果 油 烤箱 猫头鹰 油漆 熊猫 纸张 鹦鹉 桃子 孔雀 梨子 胡椒 钢琴 小猪 飞行员 菠萝 海盗
  飞机 盘子 李子 口袋 土豆 南瓜 木偶 钱包 收音机 彩虹 米饭 戒指 马路 机器人 火箭 屋顶 绳子 尺子 沙子 围巾 学校 剪刀 鲨鱼 绵羊 贝壳 轮船 衬衫 溜冰鞋 蜗牛 蛇 肥皂 袜子 沙发 热汤
  蜘蛛 天鹅 车票 西红柿 舌头 毛巾 小号 鲸鱼
`;

export const compareWords = (isChinese: boolean): readonly string[] =>
  (isChinese ? CHINESE : ENGLISH).trim().split(/\s+/);
