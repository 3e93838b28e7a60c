import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { serveFolder } from '../../src/tools/serve-folder.mjs';
import { MINUTE } from '../../src/domain/duration.ts';
import { go, launchBrowser, type Look, narrow, newPerson, type Person, wide } from './browser.ts';
import { root } from './house/repository.ts';
import { befriend, history, type HttpUser, keptLogin, newGroup, ok, post, signUp } from './http-user.ts';
import { row } from './person.ts';
import { send } from './said.ts';
import type { ShownLanguage } from './texts.ts';
import { startServer, temporaryFolder, type TestServer } from './server.ts';

/** The pictures of the README, with twice the pixels. */
const folder = 'docs/pictures';
const scale = 2;

interface Story {
  readonly language: ShownLanguage;
  readonly me: string;
  readonly friends: readonly [string, string, string, string];
  readonly group: string;
  /** Author, minutes before now, text, and the line of this list that it answers. */
  readonly talk: readonly (readonly [
    author: number | 'me',
    minutes: number,
    text: string,
    answers?: number,
  ])[];
  readonly direct: readonly (readonly [from: number, minutes: number, text: string])[];
  readonly poll: readonly [question: string, ...options: string[]];
}

const english: Story = {
  language: 'en',
  me: 'Anna Lake',
  friends: ['Bela Hill', 'Cleo Moor', 'Dario Stone', 'Edda Brook'],
  group: 'Weekend hikers',
  talk: [
    [0, 171, 'Who is in for Saturday? The forecast says sun ☀️'],
    ['me', 166, 'In! I bring coffee and the big thermos'],
    [1, 158, 'Me too. **Eight** at the station, the usual place?'],
    [0, 149, 'Eight works. Can somebody check whether the upper hut is open?', 0],
    [2, 121, 'The hut opens on the 1st. I called them.', 3],
    ['me', 117, 'Then soup at the lake instead? There is a shelter', 3],
    [3, 96, 'I have two stoves, so soup is easy 🍲', 3],
    [2, 64, 'I may be ten minutes late, I pick up Edda first'],
    [1, 58, 'No problem, we wait at platform 3'],
  ],
  direct: [
    [3, 139, 'The photos from last week are in the album'],
    [2, 83, 'Do you still have my head torch?'],
    [0, 23, 'Bring your charger, mine is broken'],
    [1, 6, 'See you at eight! 🥾'],
  ],
  poll: ['Which trail?', 'Lake trail, 14 km', 'Ridge trail, 18 km'],
};
const translated: readonly Story[] = [
  {
    language: 'ar',
    me: 'ليلى حداد',
    friends: ['سامي نصار', 'هدى منصور', 'كريم زيدان', 'نور الشامي'],
    group: 'رحلات نهاية الأسبوع',
    talk: [
      [0, 171, 'من سيأتي يوم السبت؟ الطقس مشمس ☀️'],
      ['me', 166, 'أنا! سأحضر القهوة والترمس الكبير'],
      [1, 158, 'وأنا أيضًا. نلتقي **الثامنة** عند المحطة كالعادة؟'],
      [2, 121, 'الكوخ يفتح في أول الشهر، اتصلت بهم', 0],
      ['me', 117, 'إذن نشرب الحساء عند البحيرة؟ هناك مظلة', 3],
      [3, 96, 'عندي موقدان، فالحساء سهل 🍲', 4],
      [1, 58, 'لا بأس، سننتظر على الرصيف 3'],
    ],
    direct: [[1, 6, 'نلتقي في الثامنة! 🥾']],
    poll: ['أي طريق نختار؟', 'طريق البحيرة، 14 كم', 'طريق القمة، 18 كم'],
  },
  {
    language: 'ja',
    me: '安藤 美咲',
    friends: ['林 健太', '森 葵', '石川 陸', '小川 結衣'],
    group: '週末ハイキング',
    talk: [
      [0, 171, '土曜日、行ける人いますか？予報は晴れです ☀️'],
      ['me', 166, '行きます！コーヒーと大きい魔法瓶を持っていきます'],
      [1, 158, '私も。**8時**にいつもの駅前でいい？'],
      [2, 121, '山小屋は1日からだそうです。電話で聞きました', 0],
      ['me', 117, 'じゃあ湖のそばでスープにしましょう', 3],
      [3, 96, 'コンロを2台持っていくよ 🍲', 4],
      [1, 58, '3番線で待ってますね'],
    ],
    direct: [[1, 6, '8時に会いましょう 🥾']],
    poll: ['どのコースにする？', '湖のコース 14km', '尾根のコース 18km'],
  },
];

/** The server's wall clock, set back by some minutes. */
async function backBy(server: TestServer, file: string, minutes: number): Promise<void> {
  writeFileSync(file, String(-minutes * MINUTE));
  process.kill(server.pid, 'SIGUSR2');
  // The signal is handled before this answer.
  await post(server.url, '/common/pub/getSystemInfo', {});
}

interface Hike {
  readonly me: HttpUser;
  readonly groupId: string;
  /** Ordinal of the message that the thread begins with. */
  readonly root: number;
}

async function hike(server: TestServer, clock: string, story: Story): Promise<Hike> {
  const me = await signUp(server.url, story.me);
  const others: HttpUser[] = [];
  for (const name of story.friends) others.push(await signUp(server.url, name));
  const who = (at: number | 'me'): HttpUser => (at === 'me' ? me : (others[at] ?? me));
  for (const other of others) await befriend(me, other);
  const groupId = await newGroup(me, others, story.group);
  const sent: string[] = [];
  const lines = [
    ...story.talk.map((line) => ({ minutes: line[1], line })),
    ...story.direct.map((line) => ({ minutes: line[1], direct: line })),
  ].toSorted((one, other) => other.minutes - one.minutes);
  for (const one of lines) {
    await backBy(server, clock, one.minutes);
    if ('direct' in one) {
      await send(who(one.direct[0]), String(me.id), one.direct[2]);
      continue;
    }
    const [author, , text, answers] = one.line;
    const quoted = answers === undefined ? undefined : sent[answers];
    const match = (await history(me, groupId)).find(({ id }) => id === quoted);
    const more = { ...(match && { pid: match.msg_id }), extends: { format: 'md' } };
    sent.push(await send(who(author), groupId, text, more));
  }
  await pollAndReactions(me, others, groupId, story.poll, sent.at(-1) ?? '');
  await backBy(server, clock, 0);
  const first = (await history(me, groupId)).find(({ id }) => id === sent[0]) as { n?: number } | undefined;
  return { me, groupId, root: first?.n ?? 1 };
}

async function pollAndReactions(
  me: HttpUser,
  others: readonly HttpUser[],
  groupId: string,
  [question, ...options]: Story['poll'],
  last: string,
): Promise<void> {
  const poll = { options, many: 0, secret: 0, lasts: null };
  const id = await send(others[0] ?? me, groupId, question, { extends: { poll } });
  for (const [at, voter] of [me, ...others].entries())
    await ok(voter.call('/enterprise/im/vote', { id, options: [at % 4 === 3 ? 1 : 0] }));
  for (const voter of [me, ...others.slice(2)])
    await ok(voter.call('/enterprise/im/react', { id: last, emoji: '👍️', on: 1 }));
}

/** Two pictures alike in a row: nothing is being drawn any more. */
async function settle(person: Pick<Person, 'page'>): Promise<Buffer> {
  let last = await person.page.screenshot();
  for (let tries = 0; tries < 20; tries += 1) {
    const next = await person.page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}

/** A server with this story; its wall clock follows the messages. */
async function withStory(
  story: Story,
  take: (server: TestServer, hiked: Hike, look: Look) => Promise<void>,
): Promise<void> {
  const clock = join(temporaryFolder(), 'step');
  writeFileSync(clock, String(-180 * MINUTE));
  const steps = pathToFileURL(join(root, 'tests/cluster/stepped-clock.mjs')).href;
  const server = await startServer({
    env: { CLOCK_STEP_FILE: clock, NODE_OPTIONS: `--import ${steps}` },
  });
  try {
    const hiked = await hike(server, clock, story);
    const storage = await keptLogin(server.url, hiked.me.account);
    await take(server, hiked, { language: story.language, kept: storage, scale });
  } finally {
    await server.kill();
  }
}

/** A phone at the end of the chat of the group. */
async function phoneOf(
  browser: Browser,
  url: string,
  { me, group, poll }: Story,
  look: Look,
): Promise<Person> {
  const phone = await newPerson(browser, url, me, { ...look, size: narrow });
  await go(phone, '/');
  await row(phone, group).click();
  await phone.page.getByTitle(phone.t('chat.toBottom')).click();
  await phone.page.getByText(poll[1] ?? '').waitFor();
  return phone;
}

async function ofApp(browser: Browser): Promise<void> {
  await withStory(english, async ({ url }, { groupId, root: first }, look) => {
    const phone = await phoneOf(browser, url, english, { ...look, theme: 'dark' });
    writeFileSync(`${folder}/phone-dark.png`, await settle(phone));
    await phone.context.close();
    const desktop = await newPerson(browser, url, english.me, { ...look, size: wide });
    await go(desktop, '/');
    await row(desktop, english.group).click();
    await desktop.page.getByText('No problem, we wait').waitFor();
    await go(desktop, `/pages/message/thread?id=${groupId}&root=${first}`);
    await desktop.page.getByText('two stoves').last().waitFor();
    // Away from the list, whose row shows a menu below the pointer.
    await desktop.page.mouse.move(640, 16);
    writeFileSync(`${folder}/chat-wide.png`, await settle(desktop));
    await desktop.context.close();
  });
  for (const story of translated)
    await withStory(story, async ({ url }, _, look) => {
      const phone = await phoneOf(browser, url, story, { ...look, scale: 1.5 });
      await settle(phone);
      const picture = await phone.page.screenshot({ type: 'jpeg', quality: 80 });
      writeFileSync(`${folder}/phone-${story.language}.jpg`, picture);
      await phone.context.close();
    });
}

/** Runs a seed on the page of the simulator, slowly enough to show work under way. */
async function ofSimulator(browser: Browser): Promise<void> {
  const port = await serveFolder({
    folder: `${root}dist/pages`,
    scripts: "'self' 'wasm-unsafe-eval'",
    index: 'demo.html',
  });
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 720 },
    deviceScaleFactor: scale,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/simulate.html?seed=7&clients=4&nodes=2&steps=200`);
  await page.getByLabel('Speed').selectOption({ label: '× 1' });
  await page.getByText(/\b(?:4|5|6|7)\d of \d+ steps/).waitFor({ timeout: 60_000 });
  await page.getByLabel('Speed').selectOption({ label: '× 0.1' });
  await page.getByText('sendMessage', { exact: true }).first().waitFor();
  await page.getByLabel('Speed').selectOption({ label: '× 0.01' });
  writeFileSync(`${folder}/simulate.png`, await page.screenshot());
  await context.close();
}

export async function takeReadmePictures(): Promise<void> {
  const browser = await launchBrowser();
  try {
    await ofApp(browser);
    await ofSimulator(browser);
  } finally {
    await browser.close();
  }
}
