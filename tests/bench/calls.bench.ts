import { launchBrowser } from '../support/browser.ts';
import { act, begin, callFriends, MEDIA_FLAGS, stands } from '../support/calls/people.ts';
import type { AnswerTimes } from '../support/calls/page.ts';
import { startServer } from '../support/server.ts';

/** Press on "answer" until the first frame of the other side, of two pages on this machine. */
const ROUNDS = 11;
const FRAME_LIMIT_MS = 1_000;
const POSTS_LIMIT = 12;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(8);

export async function run(): Promise<readonly string[]> {
  const [server, browser] = await Promise.all([startServer(), launchBrowser(MEDIA_FLAGS)]);
  const [anna, bert] = await callFriends(browser, server.url, ['anna', 'bert']);
  if (anna === undefined || bert === undefined) throw new Error('nobody is there');
  const times: AnswerTimes[] = [];
  const posts: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = [anna.posts.length, bert.posts.length] as const;
    await begin(anna, bert, true);
    await stands(bert, 'ringing');
    const answered = await bert.page.evaluate(() => window.calls.answerTimed());
    await stands(anna, 'talking');
    // The first one also fetches the library and asks for the call servers.
    if (round > 0) times.push(answered);
    posts.push(anna.posts.length - before[0], bert.posts.length - before[1]);
    await act(anna, 'hangUp');
    await Promise.all([stands(anna, 'ended'), stands(bert, 'ended')]);
  }
  await browser.close();
  await server.stop();
  const of = (pick: (one: AnswerTimes) => number): number => median(times.map(pick));
  const frame = of((one) => one.frame);
  console.log(
    `press on "answer" → first frame: ${ms(frame)} (median of ${times.length}, slowest ${ms(Math.max(...times.map((one) => one.frame)))})`,
  );
  console.log(`  devices are there         ${ms(of((one) => one.devices))}`);
  console.log(`  signalling: offer came    ${ms(of((one) => one.offer - one.devices))}`);
  console.log(`  ICE and keys              ${ms(of((one) => one.connected - one.offer))}`);
  console.log(`  first frame               ${ms(of((one) => one.frame - one.connected))}`);
  console.log(`posts of one side until connected: at most ${Math.max(...posts)}`);
  return [
    ...(frame < FRAME_LIMIT_MS
      ? []
      : [`first frame after ${frame.toFixed(0)} ms, not under ${FRAME_LIMIT_MS}`]),
    ...(Math.max(...posts) <= POSTS_LIMIT
      ? []
      : [`${Math.max(...posts)} posts of one side, not at most ${POSTS_LIMIT}`]),
  ];
}
