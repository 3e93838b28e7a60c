import { loadavg } from 'node:os';
import { largeServer } from '../support/large-store.ts';
import type { LargeServer } from '../support/large-store.ts';

/** What is done in a group costs what is told to those who are there, however many are in it (GROUP-31). */
const [FEW, MANY] = [100, 100_000];
/** Friends of person 1: those who are in neither group come and go in both. */
const FRIENDS = 400;
const ROUNDS = 9;
const TIMES = 10;
const mustRatio = 2;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function cpuMs(run: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/** By the owner, in the group with this number. */
type Deed = (at: LargeServer, group: number, person: number) => Promise<unknown>;

async function said(at: LargeServer, path: string, body: object): Promise<void> {
  const { code, msg } = (await (await at.call(`/enterprise/${path}`, body)).json()) as {
    readonly code: number;
    readonly msg: string;
  };
  if (code !== 0) throw new Error(`${path} answered ${code} ${msg}`);
}

let made = 0;
const deeds: Readonly<Record<string, Deed>> = {
  'a post': (at, group) =>
    said(at, 'im/sendMessage', {
      id: `post-${(made += 1)}`,
      toContactId: `group-${group}`,
      type: 'text',
      content: 'hello',
    }),
  'adding a friend': (at, group, person) =>
    said(at, 'group/addGroupUser', { id: `group-${group}`, user_ids: [person] }),
  'silencing one': (at, group, person) =>
    said(at, 'group/setNoSpeak', { id: `group-${group}`, user_id: person, noSpeakTimer: 1, noSpeakDay: 0 }),
  'the first page of members': (at, group) =>
    said(at, 'group/groupUserList', { group_id: `group-${group}`, page: 1, limit: 20 }),
  'the group': (at, group) => said(at, 'group/groupInfo', { group_id: `group-${group}` }),
  'removing one': (at, group, person) =>
    said(at, 'group/removeUser', { id: `group-${group}`, user_id: person }),
  'a post and clearing': async (at, group) => {
    await deeds['a post']?.(at, group, 0);
    await said(at, 'group/clearMessage', { id: `group-${group}` });
  },
  'the list of chats': (at) => said(at, 'im/getContacts', {}),
};

export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  console.log(`  load of the machine ${loadavg()[0]?.toFixed(1)}`);
  const size = { conversations: FRIENDS, groups: 1, groupMembers: FEW, messages: FRIENDS, bigGroup: 1_000 };
  const at = await largeServer({ ...size, crowd: MANY });
  const costs = new Map(Object.keys(deeds).map((name) => [name, [[], []] as [number[], number[]]]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, deed] of Object.entries(deeds))
      for (const which of [0, 1] as const) {
        const took = await cpuMs(async () => {
          for (let time = 0; time < TIMES; time += 1) await deed(at, which + 1, FEW + 1 + time);
        });
        if (round > 0) costs.get(name)?.[which].push(took / TIMES);
      }
  await at.close();
  for (const [name, [few, many]] of costs) {
    const ratio = median(many) / median(few);
    const [less, more] = [median(few).toFixed(2), median(many).toFixed(2)];
    const among = `${less} ms CPU among ${FEW}, ${more} among ${MANY}`;
    const line = `${name}: ${among}: ${ratio.toFixed(2)} (must ${mustRatio})`;
    console.log(`  ${line}`);
    if (ratio > mustRatio) over.push(line);
  }
  return over;
}
