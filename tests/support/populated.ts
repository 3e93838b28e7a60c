import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import type { Look, Person } from './browser.ts';
import { befriend, history, type HttpUser, newGroup, ok, signUp } from './http-user.ts';
import { arrive } from './person.ts';
import { type OneOfEach, publishMoment, recordedVideo, send, sendOneOfEach, sendUpload } from './said.ts';
import { toMarkup } from '../../src/domain/markup.ts';
import { DAY, SECOND } from '../../src/domain/duration.ts';
import { png, textFile } from './uploads.ts';
import { HILLS } from './web-pages.ts';
import type { TestServer } from './server.ts';
import { administer } from './three/cast.ts';
import type { Facts } from './screens.ts';
import { type Language, type ShownLanguage, spokenWith } from './texts.ts';

/** A small world to look at: friends, a group, a stranger, talk. */
export interface Populated {
  readonly me: Person & { readonly user: HttpUser };
  readonly facts: Facts;
}

export interface Names {
  readonly me: string;
  readonly friends: readonly [string, string, string, string, string];
  readonly stranger: string;
  readonly asker: string;
  readonly group: string;
  readonly hello: string;
  readonly notice: string;
  readonly place: string;
  readonly poll: (typeof people)[Language]['poll'];
}

export const people = {
  'zh-CN': {
    me: '安小满',
    friends: ['白露露', '谷雨生', '何立夏', '沈冬至', 'نورة الخطيب'],
    stranger: '陌路人',
    asker: '秦小寒',
    group: '周末爬山小队',
    hello: '你好，我是邻居',
    notice: '周六八点集合。\n带水和外套。',
    place: '湖边',
    poll: { question: '坐什么车去？', options: ['公交', '拼车'] },
  },
  en: {
    me: 'Anna Lake',
    friends: ['Bela Hill', 'Cleo Moor', 'Dario Stone', 'Edda Brook', 'נועה לוי'],
    stranger: 'Stray Field',
    asker: 'Fenn Marsh',
    group: 'Weekend hikers',
    hello: 'Hello, I live next door',
    notice: 'We meet on Saturday at eight.\nBring water and a jacket.',
    place: 'Lakeside',
    poll: { question: 'How do we get there?', options: ['By bus', 'By car, together'] },
  },
} as const;

const talk = {
  'zh-CN': [
    ['0', '周六去爬山吗？天气预报说是晴天 ☀️'],
    ['me', '去！几点出发？'],
    ['1', '早上八点，老地方见。记得带水和一件外套，山上风大。'],
    ['me', '收到，我带咖啡'],
    ['2', '我可能晚十分钟，路上先去接冬至'],
    ['0', '没关系，等你们。路线在这里：https://example.org/trail'],
    ['me', '好 👍'],
  ],
  en: [
    ['0', 'Hiking on Saturday? The forecast says sun ☀️'],
    ['me', 'Yes! When do we start?'],
    ['1', 'Eight in the morning, the usual place. Bring water and a jacket, it is windy up there.'],
    ['me', 'Got it, I bring coffee'],
    ['2', 'I may be ten minutes late, I pick up Edda first'],
    ['0', 'No problem, we wait. The trail: https://example.org/trail'],
    ['me', 'Fine 👍'],
  ],
} as const;

/** Arabic, Hebrew and Persian, with what turns in them: numbers, addresses, lists, other scripts (UI-126). */
const rightToLeft = [
  'هل نذهب يوم السبت؟ الطقس مشمس (25°).',
  'כן! ניפגש ב־8:00 ליד Lakeside, בסדר?',
  'سلام دنیا، ساعت ۸ می‌بینمت!',
  'الطريق هنا: https://example.org/trail – 12 كم',
  'See you there, נועה!',
  '**שלום** _עולם_\n- קפה\n- מים\n1. ראשון (1)\n> ציטוט',
] as const;

/** Before the last but one: near the end, and not the last. */
const CARD_AT = 5;

/** An announcement for all users of a server, an entry of Discover beside moments, and guests. */
export async function announce(server: TestServer): Promise<void> {
  await administer(server, 'notice', 'publish', 'v 6.0.1', 'https://example.org/6.0.1');
  await administer(server, 'discover', 'add', 'Trail news', 'https://example.org/news');
  await administer(server, 'settings', 'set', 'sysInfo.guests', '1');
}

/** The token of a link that admits guests; empty: the server allows none. */
async function guestToken(me: HttpUser, id: string): Promise<string> {
  const form = { id, for: DAY / SECOND, max: 5, asks: 0, guest_days: 7 };
  const { data } = await me.call<{ readonly url: string } | ''>('/enterprise/group/addGroupLink', form);
  return data === '' ? '' : (data.url.split('/scan/g/')[1] ?? '');
}

export async function populate(
  browser: Browser,
  url: string,
  look: Look & { readonly language: ShownLanguage },
  /** The address of a page with a preview. */
  link: string | null = null,
  names: Names = people[spokenWith(look.language)],
): Promise<Populated> {
  const story = talk[spokenWith(look.language)];
  const me = await arrive(browser, url, names.me, look);
  const friends: HttpUser[] = [];
  for (const name of names.friends) friends.push(await signUp(url, name));
  const [asker, stranger] = [await signUp(url, names.asker), await signUp(url, names.stranger)];
  for (const friend of friends) await befriend(me.user, friend);
  await ok(asker.call('/enterprise/friend/add', { user_id: me.user.id, remark: names.hello }));
  const groupId = await newGroup(me.user, friends, names.group);
  await ok(me.user.call('/enterprise/group/setNotice', { id: groupId, notice: names.notice }));
  const [first, second] = friends;
  const turned = friends.at(-1);
  if (first === undefined || second === undefined || turned === undefined) throw new Error('nobody there');
  const all = { card: second.id, video: await recordedVideo(me.page), place: names.place };
  await sendOneOfEach(first, String(me.user.id), all);
  await sendOneOfEach(me.user, groupId, all);
  await fill(
    me.user,
    first,
    all,
    story.map(([, words]) => words),
  );
  await ok(me.user.upload('/common/upload/uploadEmoji', { ...(await png(64, 64, 220)), name: 'moon.png' }));
  let last = '';
  for (const [at, [who, words]] of story.entries()) {
    if (link !== null && at === CARD_AT) await send(me.user, groupId, link, { preview: 1 });
    const author = who === 'me' ? me.user : friends[Number(who)];
    if (at === CARD_AT + 1) await ask(me.user, friends, groupId, names.poll);
    if (author !== undefined) last = await send(author, groupId, words);
  }
  await react(me.user, friends, last);
  await ok(me.user.call('/enterprise/im/pinMessage', { id: last, on: 1 }));
  for (const friend of friends)
    await ok(friend.call('/enterprise/im/setMsgIsRead', { toContactId: groupId, messages: [{ id: last }] }));
  for (const words of story.slice(0, 3)) await send(first, String(me.user.id), words[1]);
  await send(me.user, String(first.id), story[3][1]);
  await send(second, String(me.user.id), story[4][1]);
  for (const [at, words] of rightToLeft.entries()) {
    const [author, to] = at % 2 === 0 ? [turned, me.user] : [me.user, turned];
    const format = words.includes('**') && { extends: { format: 'md' } };
    await send(author, String(to.id), toMarkup(words), { ...format });
  }
  await sendUpload(turned, String(me.user.id), 'file', textFile('תוכנית (2).txt', 'words'));
  const scheduled = story[1][1];
  await ok(
    me.user.call('/enterprise/im/scheduleMessage', {
      id: randomUUID(),
      toContactId: groupId,
      content: scheduled,
      at: [],
      sendTime: Date.now() + DAY,
    }),
  );
  const moment = await publishMoment(me.user, story[3][1], 3);
  await publishMoment(first, story[0][1]);
  await ok(first.call('/enterprise/moments/comment', { id: moment, content: story[6][1] }));
  await ok(first.call('/enterprise/moments/like', { id: moment, on: 1 }));
  return {
    me,
    facts: {
      friendId: first.id,
      friendName: names.friends[0],
      groupId,
      groupName: names.group,
      notice: names.notice,
      strangerId: stranger.id,
      turnedId: turned.id,
      turnedName: names.friends[4],
      videoSrc: await videoAddress(me.user, groupId),
      scheduled,
      card: HILLS,
      guestToken: await guestToken(me.user, groupId),
    },
  };
}

/** A poll in which the others have voted. */
async function ask(
  me: HttpUser,
  friends: readonly HttpUser[],
  groupId: string,
  { question, options }: { readonly question: string; readonly options: readonly string[] },
): Promise<void> {
  const poll = { options, many: 0, secret: 0, lasts: null };
  const id = await send(me, groupId, question, { extends: { poll } });
  for (const [at, friend] of friends.entries())
    await ok(friend.call('/enterprise/im/vote', { id, options: [at % 2] }));
}

/** Adds an emoji of several users, and a picture of one of them. */
async function react(me: HttpUser, [first, ...others]: readonly HttpUser[], id: string): Promise<void> {
  const call = async (who: HttpUser, emoji: string) =>
    ok(who.call('/enterprise/im/react', { id, emoji, on: 1 }));
  for (const who of [me, ...others]) await call(who, '👍️');
  const [picture] =
    (await first?.call<readonly { readonly src: string }[]>('/enterprise/emoji/index', {}))?.data ?? [];
  if (first !== undefined && picture !== undefined) await call(first, picture.src);
}

/**
 * Fills a conversation from both sides: every kind of message, replies, links, marks, pictures of odd shapes,
 * a call, recalled messages.
 */
async function fill(me: HttpUser, friend: HttpUser, all: OneOfEach, words: readonly string[]): Promise<void> {
  await sendOneOfEach(me, String(friend.id), all);
  for (const [from, to] of [
    [me, friend],
    [friend, me],
  ] as const) {
    const there = String(to.id);
    for (const [width, height] of [
      [16, 16],
      [40, 1_200],
      [1_200, 40],
    ] as const)
      await sendUpload(from, there, 'image', await png(width, height));
    const link = await send(from, there, `${words[3] ?? ''} https://example.org/trail`);
    await send(from, there, '<b>b</b> <em>em</em> <u>u</u><p>p</p>');
    const quoted = (await history(from, there)).find(({ id }) => id === link);
    for (const author of [from, to])
      await send(author, author === from ? there : String(from.id), words[4] ?? '', { pid: quoted?.msg_id });
    await ok(from.call('/enterprise/im/undoMessage', { id: await send(from, there, words[1] ?? '') }));
    const call = randomUUID();
    await ok(
      from.call('/enterprise/im/sendToMsg', {
        id: call,
        toContactId: there,
        type: 1,
        status: 3,
        event: 'calling',
      }),
    );
    await ok(
      from.call('/enterprise/im/sendToMsg', {
        id: call,
        toContactId: there,
        type: 1,
        status: 3,
        event: 'hangup',
        code: 902,
      }),
    );
  }
}

async function videoAddress(user: HttpUser, groupId: string): Promise<string> {
  const video = (await history(user, groupId)).find((message) => message.type === 'video');
  if (video === undefined) throw new Error('no video there');
  return video.content;
}
