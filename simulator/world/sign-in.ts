import { userId } from '../../src/domain/ids.ts';
import { PASSWORD } from '../devices/device.ts';
import type { Tab } from '../devices/device.ts';
import { requestOf } from '../environment/http.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { World } from './world-type.ts';

/**
 * Creates the initial state: every user has an account, is every other user's friend and signed in on one
 * device; two groups exist.
 */
export async function settleIn(world: World): Promise<void> {
  const call = async (token: string, path: string, body: unknown): Promise<{ readonly data: never }> => {
    const server = world.nodes[0]?.server;
    if (!server) throw new Error('no node runs');
    const headers = { 'content-type': 'application/json', authorization: token };
    const place = { process: server, address: '10.0.0.2', cookie: null };
    const request = world.recorder.arrived(path, token, JSON.stringify(body), false, place);
    const response = await server.fetch(requestOf('POST', path, headers, JSON.stringify(body)), {
      address: '10.0.0.2',
      userAgent: 'Desktop',
    });
    const text = await response.text();
    world.recorder.answered(request, response.status, text);
    const answer = JSON.parse(text) as { code: number; msg: string; data: never };
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer;
  };
  const tokens: string[] = [];
  for (const person of world.people) {
    const inviteCode = world.environment.settings.registration === 'invite' ? await world.ruler.invite() : '';
    await call('', '/common/pub/register', {
      account: person.account,
      realname: `Name ${person.index + 1}`,
      password: PASSWORD,
      inviteCode,
    });
    const { data } = await call('', '/common/pub/login', { account: person.account, password: PASSWORD });
    const { userInfo, authToken } = data as { userInfo: { user_id: number }; authToken: string };
    person.id = userInfo.user_id;
    tokens.push(authToken);
  }
  const pairs = world.people.flatMap((a) => world.people.slice(a.index + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs) {
    await call(tokens[a.index] ?? '', '/enterprise/friend/add', { user_id: b.id, remark: 'hello' });
    await call(tokens[b.index] ?? '', '/enterprise/friend/add', { user_id: a.id, remark: 'hello' });
  }
  const [first, second] = world.people;
  const ids = world.people.slice(1).map((person) => person.id);
  await call(tokens[0] ?? '', '/enterprise/group/add', { user_ids: ids, name: 'Everybody' });
  if (first && second)
    await call(tokens[1] ?? '', '/enterprise/group/add', { user_ids: [first.id], name: 'Two' });
  await Promise.all(
    world.people.map(async (person) => {
      const tab = world.addDevice(person).open();
      await signIn(world, tab, person);
    }),
  );
}

/** The login data a user remembers; if it may have changed, the values that worked. */
export async function rememberedLogin(
  { store }: World,
  { account, id }: WorldPerson,
): Promise<{ readonly account: string; readonly password: string }> {
  const row = await store.read((tx) => tx.users.byId(userId(id)));
  return {
    account: row?.account ?? account,
    password: row?.passwordHash.replace('hash of ', '') ?? PASSWORD,
  };
}

export async function signIn(world: World, tab: Tab, person: WorldPerson): Promise<boolean> {
  const changes = world.subjects.has('account') || world.subjects.has('rule');
  const login = changes
    ? await rememberedLogin(world, person)
    : { account: person.account, password: PASSWORD };
  const answer = await tab.client.actions.login({ ...login, remember: true });
  return answer.ok;
}
