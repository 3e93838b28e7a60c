/** What the contacts of the demo are called and say; plain names, since nobody is behind them. */
const en = {
  guest: 'Guest',
  desk: 'Front desk',
  echo: 'Echo',
  weather: 'Weather desk',
  library: 'Library',
  group: 'Tea room',
  applied: 'News about books, if you like',
  welcome: 'Welcome. Everything here runs inside your browser: the server, its database, and all of us.',
  hints:
    'Things to try: write to Echo, ask the Weather desk for a picture, accept the Library in your friend requests, call somebody, or go offline and write anyway.',
  invite: 'Write anything to me and I will take you to the tea room.',
  arrival: '@{name} there you are. Echo answers here as well.',
  already: 'I have shown you the tea room already. Try taking back a message: press it for a while.',
  pictureReply: 'I cannot see pictures, but this one arrived in full.',
  forecast: 'Today, as always in a demo: fine weather.',
  ask: 'Any word from you, and I send the weather.',
  friend: 'Thank you. You are the first reader today.',
  next: 'The next book comes out in a moment. Or never: this is a demo.',
  noCalls: 'I have no voice, so I hung up. Calls between two people work.',
};

const zh: typeof en = {
  guest: '访客',
  desk: '前台',
  echo: '回声',
  weather: '天气台',
  library: '图书室',
  group: '茶室',
  applied: '想看看新书的消息吗',
  welcome: '欢迎。这里的一切都在你的浏览器里运行：服务器、数据库，还有我们。',
  hints:
    '可以试试：给回声写点什么，向天气台要一张图片，在“新的朋友”里通过图书室，给谁打个电话，或者断网之后照样写。',
  invite: '随便对我说点什么，我就带你去茶室。',
  arrival: '@{name} 你来了。回声在这里也会回答。',
  already: '茶室已经带你去过了。试试撤回一条消息：长按它。',
  pictureReply: '我看不见图片，不过它完整地到了。',
  forecast: '今天和演示里的每一天一样：天气很好。',
  ask: '随便说句话，我就把天气发给你。',
  friend: '谢谢。你是今天的第一位读者。',
  next: '下一本书马上就到。也许不会：这只是演示。',
  noCalls: '我没有声音，所以挂断了。两个人之间可以通话。',
};

export type Words = typeof en;

/** In the language that the page had when the demo began. */
export const wordsIn = (language: string): Words => (language.startsWith('zh') ? zh : en);
