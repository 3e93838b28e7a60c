import { randomUUID } from 'node:crypto';
import { Crowd } from './crowd.ts';
import { cpuOf, median, ours } from './contender.ts';
import { privately, range } from './cpu-rows.ts';
import { partnerOf, siteFolder, storedMessages } from './people.ts';
import { isInstalled, PASSWORD, startProsody } from './prosody.ts';
import type { Rows } from './rows.ts';
import { XmppClient } from './xmpp.ts';

const ROUNDS = 5;
const PEOPLE = 100;
const MESSAGES = 3_000;
const AT_ONCE = 32;
const WORDS = 'See you at ten, I bring the plans for the house';

/** The same pairs over an XMPP server with its archive on: each message is stored for both and delivered. */
export async function operatorsChoice(rows: Rows): Promise<void> {
  if (!isInstalled()) {
    rows.over.push('prosody is not installed, so nothing was compared with it: apt-get install prosody');
    return;
  }
  const one = await ours(await siteFolder({ people: PEOPLE, groupMembers: 0 }));
  const crowd = new Crowd(one.url);
  await crowd.join(range(PEOPLE));
  const other = await startProsody(PEOPLE);
  const chat = await Chat.open(other.port);
  const [we, they]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = cpuOf(one.pid);
    await crowd.talk(MESSAGES, AT_ONCE, privately(PEOPLE));
    const middle = cpuOf(other.pid);
    if (round > 0) we.push(((cpuOf(one.pid) - before) * 1_000) / MESSAGES);
    await chat.talk(MESSAGES);
    if (round > 0) they.push(((cpuOf(other.pid) - middle) * 1_000) / MESSAGES);
  }
  crowd.leave();
  chat.leave();
  const archived = other.archived();
  await Promise.all([one.stop(), other.stop()]);
  const text = `ours ${median(we).toFixed(0)} µs, prosody ${median(they).toFixed(0)} µs of CPU per message, medians of ${ROUNDS} alternating rounds`;
  rows.ratio(
    'one-to-one, CPU per message against prosody with its archive',
    median(we) / median(they),
    { must: Infinity },
    text,
  );
  rows.whole('ours', crowd.tally, storedMessages(one.folder));
  console.log(
    `      prosody: ${chat.sent} sent, ${archived} in the archives of both sides, lost ${chat.lost}, doubled ${chat.doubled}`,
  );
}

/** Pairs over XMPP, with a fixed number of messages under way. */
class Chat {
  sent = 0;
  lost = 0;
  doubled = 0;
  private readonly awaited = new Map<string, () => void>();

  private constructor(private readonly clients: ReadonlyMap<number, XmppClient>) {
    for (const client of clients.values()) client.onMessage = (id) => this.came(id);
  }

  static async open(port: number): Promise<Chat> {
    const clients = new Map<number, XmppClient>();
    for (const id of range(PEOPLE)) clients.set(id, await XmppClient.login(port, `person${id}`, PASSWORD));
    return new Chat(clients);
  }

  async talk(total: number): Promise<void> {
    let turn = 0;
    const line = async (): Promise<void> => {
      while (turn < total) await this.say((turn += 1));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, line));
  }

  leave(): void {
    for (const client of this.clients.values()) client.close();
  }

  private async say(turn: number): Promise<void> {
    const [from, id] = [(turn % PEOPLE) + 1, randomUUID()];
    this.sent += 1;
    const arrived = new Promise<boolean>((resolve) => this.awaited.set(id, () => resolve(true)));
    this.clients.get(from)?.say(`person${partnerOf(from)}`, id, WORDS);
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (limit = setTimeout(() => resolve(false), 10_000)));
    if (!(await Promise.race([arrived, late]))) this.lost += 1;
    clearTimeout(limit);
  }

  private came(id: string): void {
    const arrived = this.awaited.get(id);
    if (!arrived) this.doubled += 1;
    this.awaited.delete(id);
    arrived?.();
  }
}
