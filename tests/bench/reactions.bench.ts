import { loadavg } from 'node:os';
import { launchBrowser, type Person } from '../support/browser.ts';
import { type HttpUser, ok, signIn } from '../support/http-user.ts';
import { largeSite } from '../support/large-site.ts';
import { messages, openChat } from '../support/person.ts';
import { median } from '../support/slow-page.ts';
import { enterSlowly, opener } from '../support/slow-site.ts';

/** Two chats with as many messages as a device keeps of one. Each message of the first has five reactions. */
const MESSAGES = 2_000;
const NAMES = ['Bela Hill', 'Person 3'] as const;
const SLOWER = 4;
const ROUNDS = 15;
const PAGES = 40;
const mustRatio = 1.3;

export async function run(): Promise<readonly string[]> {
  const browser = await launchBrowser();
  const site = await largeSite({
    conversations: 2,
    groups: 0,
    groupMembers: 0,
    messages: 2 * MESSAGES,
    reactions: true,
  });
  try {
    console.log(`  load of the machine ${loadavg()[0]?.toFixed(1)}`);
    const { person, slow } = await enterSlowly(browser, site, 1);
    for (const name of NAMES) await readWhole(person, name);
    await slow.slow(SLOWER);
    const open = await opener(person, slow, NAMES);
    const costs: readonly number[][] = [[], []];
    for (const which of [0, 1, 0, 1]) await open(which);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [which, took] of costs.entries()) took.push(await open(which));
    const answers = await pages(await signIn(site.server.url, site.me.account));
    const opening = makeReport('opening', costs, `, main thread ${SLOWER} times slower; must: ${mustRatio}`);
    // This figure has no limit. It is the wait of a new chat besides its drawing.
    const page = makeReport('a page of 30 from the server', answers, '');
    for (const { line } of [opening, page]) console.log(`  ${line}`);
    return opening.ratio > mustRatio ? [opening.line] : [];
  } finally {
    await browser.close();
    await site.server.kill();
  }
}

function makeReport(what: string, [under = [], bare = []]: readonly (readonly number[])[], how: string) {
  const [a, b] = [median(under), median(bare)];
  const of = `${MESSAGES} messages with ${5 * MESSAGES} reactions against as many without`;
  const ms = `${a.toFixed(1)} ms against ${b.toFixed(1)} ms`;
  return { ratio: a / b, line: `${what}, ${of}: ${(a / b).toFixed(2)} (${ms}${how})` };
}

/** Up to its first message, so that the device has all of it, and back to the end. */
async function readWhole(person: Person, name: string): Promise<void> {
  await openChat(person, name);
  const region = messages(person, name);
  const list = person.page.locator('[data-chat-list]');
  await region.getByRole('article').first().waitFor();
  const first = region.getByText(name === NAMES[0] ? 'words of message 1' : 'words of message 2', {
    exact: true,
  });
  while ((await first.count()) === 0) {
    await list.evaluate((element) => (element.scrollTop = 0));
    await person.page.waitForTimeout(50);
  }
  await person.page.getByTitle(person.t('chat.toBottom')).click();
  await region.getByText(`words of message ${2 * MESSAGES - (name === NAMES[0] ? 1 : 0)}`).waitFor();
}

/** The same pages of both, in turns, in ms for each. */
async function pages(user: HttpUser): Promise<readonly number[][]> {
  const took: readonly number[][] = [[], []];
  for (let turn = 0; turn < PAGES; turn += 1)
    for (const [which, all] of took.entries()) {
      const body = { toContactId: String(2 + which), page: 1 + (turn % 20), limit: 30, peek: 1 };
      const before = performance.now();
      await ok(user.call('/enterprise/im/getMessageList', body));
      all.push(performance.now() - before);
    }
  return took;
}
