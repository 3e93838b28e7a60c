import { Secret, TOTP } from 'otpauth';
import type { ActContext } from './subject.ts';
import { passes } from './subject.ts';

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
async function useSecondStep(hand: ActContext): Promise<void> {
  const { world, number } = hand;
  const account = `careful${number}`;
  const im = (call: string, body: object, token: string) =>
    posted(hand, `/enterprise/im/${call}`, body, token);
  const login = (otp?: string) => posted(hand, '/common/pub/login', { account, password: PASSWORD, otp });
  await posted(hand, '/common/pub/register', { account, realname: `Careful ${number}`, password: PASSWORD });
  const token = (await login())?.data['authToken'];
  if (typeof token !== 'string') return;
  await im('confirmSecondStep', { otp: '000000' }, token);
  const begun = await im('beginSecondStep', { password: PASSWORD }, token);
  const secret = begun?.data['secret'];
  if (typeof secret !== 'string') return;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => app.generate({ timestamp: world.clock.nowMs() });
  const proved = code();
  await im('confirmSecondStep', { otp: proved }, token);
  await im('beginSecondStep', { password: PASSWORD }, token);
  await Promise.all([login(), login(proved)]);
  await passes(hand, 2 * HALF_MINUTE_MS);
  const otp = code();
  await Promise.all([login(otp), login(otp)]);
  await im('getSecondStep', {}, token);
  if (hand.step.b % 2 === 0) {
    await world.ruler.run('user', 'totp-reset', account);
    return;
  }
  await passes(hand, 2 * HALF_MINUTE_MS);
  await im('endSecondStep', { password: PASSWORD, otp: code() }, token);
}

export const secondStepActs = { useSecondStep };
