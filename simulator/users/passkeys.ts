import type { WorldAnswer } from '../gear/passkeys.ts';
import type { ActContext } from './subject.ts';
import { posted } from './second-step.ts';
import { passes } from './subject.ts';

const PASSWORD = 'secret-9';
const TOO_LONG_MS = 301_000;

interface Question {
  readonly challenge: string;
  readonly domain: string;
}

/** The device's answer, correct unless overridden. */
const saidBy =
  (device: string) =>
  (asked: Question, counter: number, wrong: Partial<WorldAnswer> = {}): string =>
    JSON.stringify({
      id: device,
      key: `key of ${device}`,
      counter,
      challenge: asked.challenge,
      domain: asked.domain,
      origin: `https://${asked.domain}`,
      ...wrong,
    } satisfies WorldAnswer);

/** Made, used, used twice, too late, by another site, and removed: by a new user at this device. */
async function usePasskey(hand: ActContext): Promise<void> {
  const { number, step, world } = hand;
  const account = `keyed${number}`;
  const pub = (call: string, body: object) => posted(hand, `/common/pub/${call}`, body);
  await pub('register', { account, realname: `Keyed ${number}`, password: PASSWORD });
  const token = (await pub('login', { account, password: PASSWORD }))?.data['authToken'];
  if (typeof token !== 'string') return;
  const im = (call: string, body: object = {}) => posted(hand, `/enterprise/im/${call}`, body, token);
  const begin = async () => (await im('beginPasskey', { password: PASSWORD }))?.data;
  const ask = async () => (await pub('askPasskey', {}))?.data;
  const enter = (passkey: string) => pub('login', { passkey });
  const [says, other] = [saidBy(`device ${number}`), saidBy(`other ${number}`)];
  const made = await begin();
  await im('getPasskeys');
  if (!isQuestion(made)) return;
  await im('addPasskey', { passkey: says(made, 0, { origin: 'https://evil.test' }) });
  await im('addPasskey', { passkey: says(made, 0), name: 'Phone' });
  const again = await begin();
  if (isQuestion(again)) await im('addPasskey', { passkey: says(again, 0) });
  const asked = await ask();
  if (isQuestion(asked)) {
    const good = says(asked, 1);
    await Promise.all([enter(good), enter(good), enter(other(asked, 1))]);
  }
  const late = await ask();
  if (isQuestion(late) && step.b % 3 === 0) {
    await passes(hand, TOO_LONG_MS);
    await enter(says(late, 2));
  }
  await im('renamePasskey', { id: `device ${number}`, name: 'Old phone' });
  if (step.b % 2 === 0) await world.ruler.run('user', 'passkeys-reset', account);
  else await im('removePasskey', { id: `device ${number}` });
  await im('removePasskey', { id: `device ${number}` });
}

const isQuestion = (data: unknown): data is Question =>
  typeof data === 'object' && data !== null && 'challenge' in data && 'domain' in data;

export const passkeyActs = { usePasskey };
