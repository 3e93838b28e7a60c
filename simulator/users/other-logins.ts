import { Secret, TOTP } from 'otpauth';
import type { WorldVisitor } from '../environment/openids.ts';
import type { WorldAnswer } from '../environment/passkeys.ts';
import { passes } from './subject.ts';
import type { ActContext } from './subject.ts';

interface Answered {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const HALF_MINUTE_MS = 30_000;
const PASSWORD = 'secret-9';

/** A new user at this device, by separate requests: no regular user of the World logs in with a code. */
export async function posted(
  { device }: ActContext,
  path: string,
  body: object,
  token = '',
  more: Readonly<Record<string, string>> = {},
): Promise<Answered | null> {
  const outcome = await device.link.send({
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, ...more },
    body: JSON.stringify(body),
    timeoutMs: 10_000,
  });
  return outcome.kind === 'answer' && outcome.status === 200 ? (JSON.parse(outcome.text) as Answered) : null;
}

/** Set up, used, used twice, and switched off again, each thing also wrongly. */
async function useSecondStep(context: ActContext): Promise<void> {
  const { world, number } = context;
  const account = `careful${number}`;
  const im = (call: string, body: object, token: string) =>
    posted(context, `/enterprise/im/${call}`, body, token);
  const login = (otp?: string) => posted(context, '/common/pub/login', { account, password: PASSWORD, otp });
  await posted(context, '/common/pub/register', {
    account,
    realname: `Careful ${number}`,
    password: PASSWORD,
  });
  const token = (await login())?.data['authToken'];
  if (typeof token !== 'string') return;
  await im('confirmSecondStep', { otp: '000000' }, token);
  const step = await im('beginSecondStep', { password: PASSWORD }, token);
  const secret = step?.data['secret'];
  if (typeof secret !== 'string') return;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => app.generate({ timestamp: world.clock.nowMs() });
  const proved = code();
  await im('confirmSecondStep', { otp: proved }, token);
  await im('beginSecondStep', { password: PASSWORD }, token);
  await Promise.all([login(), login(proved)]);
  await passes(context, 2 * HALF_MINUTE_MS);
  const otp = code();
  await Promise.all([login(otp), login(otp)]);
  await im('getSecondStep', {}, token);
  if (context.step.b % 2 === 0) {
    await world.ruler.execute('user', 'totp-reset', account);
    return;
  }
  await passes(context, 2 * HALF_MINUTE_MS);
  await im('endSecondStep', { password: PASSWORD, otp: code() }, token);
}

export const secondStepActs = { useSecondStep };

const KEY_TOO_LONG_MS = 301_000;

interface Question {
  readonly challenge: string;
  readonly domain: string;
}

/** The device's answer, correct unless overridden. */
const answerBy =
  (device: string) =>
  (question: Question, counter: number, wrong: Partial<WorldAnswer> = {}): string =>
    JSON.stringify({
      id: device,
      key: `key of ${device}`,
      counter,
      challenge: question.challenge,
      domain: question.domain,
      origin: `https://${question.domain}`,
      ...wrong,
    } satisfies WorldAnswer);

/** Made, used, used twice, too late, by another site, and removed: by a new user at this device. */
async function usePasskey(context: ActContext): Promise<void> {
  const { number, step, world } = context;
  const account = `keyed${number}`;
  const pub = (call: string, body: object) => posted(context, `/common/pub/${call}`, body);
  await pub('register', { account, realname: `Keyed ${number}`, password: PASSWORD });
  const token = (await pub('login', { account, password: PASSWORD }))?.data['authToken'];
  if (typeof token !== 'string') return;
  const im = (call: string, body: object = {}) => posted(context, `/enterprise/im/${call}`, body, token);
  const begin = async () => (await im('beginPasskey', { password: PASSWORD }))?.data;
  const ask = async () => (await pub('askPasskey', {}))?.data;
  const enter = (passkey: string) => pub('login', { passkey });
  const [correct, other] = [answerBy(`device ${number}`), answerBy(`other ${number}`)];
  const fresh = await begin();
  await im('getPasskeys');
  if (!isQuestion(fresh)) return;
  await im('addPasskey', { passkey: correct(fresh, 0, { origin: 'https://evil.test' }) });
  await im('addPasskey', { passkey: correct(fresh, 0), name: 'Phone' });
  const again = await begin();
  if (isQuestion(again)) await im('addPasskey', { passkey: correct(again, 0) });
  const question = await ask();
  if (isQuestion(question)) {
    const good = correct(question, 1);
    await Promise.all([enter(good), enter(good), enter(other(question, 1))]);
  }
  const late = await ask();
  if (isQuestion(late) && step.b % 3 === 0) {
    await passes(context, KEY_TOO_LONG_MS);
    await enter(correct(late, 2));
  }
  await im('renamePasskey', { id: `device ${number}`, name: 'Old phone' });
  if (step.b % 2 === 0) await world.ruler.execute('user', 'passkeys-reset', account);
  else await im('removePasskey', { id: `device ${number}` });
  await im('removePasskey', { id: `device ${number}` });
}

const isQuestion = (data: unknown): data is Question =>
  typeof data === 'object' && data !== null && 'challenge' in data && 'domain' in data;

export const passkeyActs = { usePasskey };

const LINK_TOO_LONG_MS = 601_000;

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
async function signInElsewhere(context: ActContext): Promise<void> {
  const { number, step, world } = context;
  const [cookie, strange] = [cookieOf(number), cookieOf(number + 1)];
  const pub = (call: string, body: object, from = cookie) =>
    posted(context, `/common/pub/${call}`, body, '', { cookie: from });
  const begin = async (provider = 'work') => {
    const url = (await pub('beginOpenId', { provider }))?.data['url'];
    return typeof url === 'string' ? new URL(url).searchParams : null;
  };
  const finish = (query: Record<string, string>, provider = 'work', from = cookie) =>
    pub('finishOpenId', { provider, answer: new URLSearchParams(query).toString() }, from);
  const back = (query: URLSearchParams, more: Partial<WorldVisitor> = {}): Record<string, string> => ({
    state: query.get('state') ?? '',
    code: JSON.stringify({
      subject: `visitor ${number}`,
      email: `v${number}@parley.test`,
      nonce: query.get('nonce') ?? '',
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
  const address = await begin(provider);
  if (address) await finish({ ...back(address, more), ...(error === undefined ? {} : { error }) }, provider);
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
  const im = (call: string, body: object = {}) => posted(context, `/enterprise/im/${call}`, body, token);
  await im('removeOpenId', { id: await firstOf(im), password: PASSWORD });
  if (step.b % 2 === 0) await world.ruler.execute('user', 'openids-reset', `v${number}@parley.test`);
  const late = step.b % 3 === 0 ? await begin() : null;
  if (!late) return;
  await passes(context, LINK_TOO_LONG_MS);
  await finish(back(late));
}

/** Links an external login to an existing account with its password; and unlinks it. */
async function linkElsewhere(context: ActContext): Promise<void> {
  const { number } = context;
  const account = `l${number}@parley.test`;
  const cookie = cookieOf(number);
  const pub = (call: string, body: object) => posted(context, `/common/pub/${call}`, body, '', { cookie });
  await pub('register', { account, realname: `Linked ${number}`.slice(0, 16), password: PASSWORD });
  const url = (await pub('beginOpenId', { provider: 'work' }))?.data['url'];
  if (typeof url !== 'string') return;
  const parameters = new URL(url).searchParams;
  const visitor: WorldVisitor = {
    subject: `linked ${number}`,
    email: account,
    nonce: parameters.get('nonce') ?? '',
  };
  const query = new URLSearchParams({ state: parameters.get('state') ?? '', code: JSON.stringify(visitor) });
  const outcome = await pub('finishOpenId', { provider: 'work', answer: query.toString() });
  const openId = outcome?.data['ticket'];
  if (typeof openId !== 'string') return;
  await pub('login', { openId });
  await pub('login', { openId, password: 'wrong-one' });
  // The address is free from then on, so the same login finds no account to link.
  if (context.step.b % 4 === 3) {
    await context.world.ruler.execute('user', 'release', account);
    return;
  }
  const token = (await pub('login', { openId, password: PASSWORD }))?.data['authToken'];
  if (typeof token !== 'string') return;
  const im = (call: string, body: object = {}) => posted(context, `/enterprise/im/${call}`, body, token);
  const id = await firstOf(im);
  await im('removeOpenId', { id, password: PASSWORD });
  await im('removeOpenId', { id, password: PASSWORD });
}

export const openIdActs = { comeFromElsewhere: signInElsewhere, linkElsewhere };
