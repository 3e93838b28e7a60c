import type { WorldVisitor } from '../gear/openids.ts';
import type { ActContext } from './subject.ts';
import { posted } from './second-step.ts';
import { passes } from './subject.ts';

const PASSWORD = 'secret-9';
const TOO_LONG_MS = 601_000;

/** A separate browser at this device, numbered by its cookie. */
const cookieOf = (number: number): string => `parley_device=${number.toString(16).padStart(32, '0')}`;

type Im = (call: string) => ReturnType<typeof posted>;

/** The own login elsewhere, as its list names it. */
async function firstOf(im: Im): Promise<string> {
  const list = (await im('getOpenIds'))?.data['list'];
  const first: unknown = Array.isArray(list) ? list[0] : null;
  return typeof first === 'object' && first !== null && 'id' in first ? String(first.id) : 'none';
}

/** There and back: rightly, twice, by another browser, in others' names, and too late. */
async function comeFromElsewhere(hand: ActContext): Promise<void> {
  const { number, step, world } = hand;
  const [cookie, strange] = [cookieOf(number), cookieOf(number + 1)];
  const pub = (call: string, body: object, from = cookie) =>
    posted(hand, `/common/pub/${call}`, body, '', { cookie: from });
  const begin = async (provider = 'work') => {
    const url = (await pub('beginOpenId', { provider }))?.data['url'];
    return typeof url === 'string' ? new URL(url).searchParams : null;
  };
  const finish = (query: Record<string, string>, provider = 'work', from = cookie) =>
    pub('finishOpenId', { provider, answer: new URLSearchParams(query).toString() }, from);
  const back = (asked: URLSearchParams, more: Partial<WorldVisitor> = {}): Record<string, string> => ({
    state: asked.get('state') ?? '',
    code: JSON.stringify({
      subject: `visitor ${number}`,
      email: `v${number}@parley.test`,
      nonce: asked.get('nonce') ?? '',
      ...more,
    } satisfies WorldVisitor),
  });
  await pub('beginOpenId', { provider: 'nobody' });
  const wrong: readonly [provider: string, more: Partial<WorldVisitor> & { readonly error?: string }][] = [
    ['work', { nonce: 'another' }],
    ['work', { email: '' }],
    ['work', { error: 'denied' }],
    ['work', { error: 'away' }],
    ['club', {}],
  ];
  const [provider, { error, ...more }] = wrong[step.b % wrong.length] ?? ['work', {}];
  const asked = await begin(provider);
  if (asked) await finish({ ...back(asked, more), ...(error === undefined ? {} : { error }) }, provider);
  const first = await begin();
  if (!first) return;
  await finish(back(first), 'work', strange);
  const both = await Promise.all([finish(back(first)), finish(back(first))]);
  const ticket = both.find((one) => one?.code === 0)?.data['ticket'];
  if (typeof ticket !== 'string') return;
  await pub('login', { openId: ticket }, strange);
  const entered = await pub('login', { openId: ticket, realname: `Visitor ${number}`.slice(0, 16) });
  await pub('login', { openId: ticket });
  const token = entered?.data['authToken'];
  if (typeof token !== 'string') return;
  const im = (call: string, body: object = {}) => posted(hand, `/enterprise/im/${call}`, body, token);
  await im('removeOpenId', { id: await firstOf(im), password: PASSWORD });
  if (step.b % 2 === 0) await world.ruler.run('user', 'openids-reset', `v${number}@parley.test`);
  const late = step.b % 3 === 0 ? await begin() : null;
  if (!late) return;
  await passes(hand, TOO_LONG_MS);
  await finish(back(late));
}

/** Links an external login to an existing account with its password; and unlinks it. */
async function linkElsewhere(hand: ActContext): Promise<void> {
  const { number } = hand;
  const account = `l${number}@parley.test`;
  const cookie = cookieOf(number);
  const pub = (call: string, body: object) => posted(hand, `/common/pub/${call}`, body, '', { cookie });
  await pub('register', { account, realname: `Linked ${number}`.slice(0, 16), password: PASSWORD });
  const url = (await pub('beginOpenId', { provider: 'work' }))?.data['url'];
  if (typeof url !== 'string') return;
  const asked = new URL(url).searchParams;
  const said: WorldVisitor = {
    subject: `linked ${number}`,
    email: account,
    nonce: asked.get('nonce') ?? '',
  };
  const query = new URLSearchParams({ state: asked.get('state') ?? '', code: JSON.stringify(said) });
  const found = await pub('finishOpenId', { provider: 'work', answer: query.toString() });
  const openId = found?.data['ticket'];
  if (typeof openId !== 'string') return;
  await pub('login', { openId });
  await pub('login', { openId, password: 'wrong-one' });
  const token = (await pub('login', { openId, password: PASSWORD }))?.data['authToken'];
  if (typeof token !== 'string') return;
  const im = (call: string, body: object = {}) => posted(hand, `/enterprise/im/${call}`, body, token);
  const id = await firstOf(im);
  await im('removeOpenId', { id, password: PASSWORD });
  await im('removeOpenId', { id, password: PASSWORD });
}

export const openIdActs = { comeFromElsewhere, linkElsewhere };
