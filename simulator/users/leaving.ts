import type { HttpOutcome } from '../../src/ports/http.ts';
import { rememberedLogin } from '../world/sign-in.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, placesOf } from './subject.ts';

const CALL = '/enterprise/im/eraseAccount';

/** A user with a base-protocol client, which does not know this, stays. */
const mayGo = ({ world, person }: ActContext): boolean =>
  world.plains.every((plain) => plain.person !== person);

/** As the page does it: with the password, and then this device erases everything. */
async function erase({ tab }: Pick<ActContext, 'tab'>, password: string): Promise<void> {
  const answer = await tab.client.actions.eraseAccount(password);
  if (answer.ok && !tab.clock.dead) await tab.client.actions.logout();
}

const send = ({ device }: ActContext, token: string, body: object): Promise<HttpOutcome> =>
  device.link.send({
    path: CALL,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify(body),
    timeoutMs: 10_000,
  });

/** Each must be refused: with an ended login, without one, or without the password. */
async function wrongly(context: ActContext): Promise<void> {
  const { world, someone, device, step } = context;
  const { password } = await rememberedLogin(world, context.person);
  const own = device.disk.token() ?? '';
  const old = pickFrom(world.recorder.ended(), step.a) ?? `bearer ${'0'.repeat(64)}`;
  const wrong: readonly (readonly [string, object])[] = [
    [old, { password }],
    ['', { password, user_id: someone }],
    [own, { password: 'secret-wrong', user_id: someone }],
    [own, { user_id: someone }],
    [own, { password: [password] }],
  ];
  const [token, body] = pickFrom(wrong, step.b) ?? ['', {}];
  const outcome = await send(context, token, body);
  const { code } =
    outcome.kind === 'answer' && outcome.status === 200
      ? (JSON.parse(outcome.text) as { readonly code: number })
      : { code: 1 };
  if (code === 0)
    world.record.problem('nobody gets what they may not', `${JSON.stringify(body)} by ${token}`);
}

const acts: Acts<'leaving'> = {
  lookAtOwnData: ({ tab }) => tab.client.actions.ownData(),
  eraseSelf: async (context) => {
    if (!mayGo(context) || context.step.b % 3 > 0) return context.tab.client.actions.ownData();
    const { password } = await rememberedLogin(context.world, context.person);
    if (!context.tab.clock.dead) await erase(context, password);
  },
  eraseTogether: async (context) => {
    if (!mayGo(context) || context.step.b % 5 > 0) return wrongly(context);
    const { password } = await rememberedLogin(context.world, context.person);
    const places = placesOf(context).filter(({ tab }) => !tab.clock.dead);
    await Promise.all(places.map((place) => erase(place, password)));
  },
  eraseWrong: wrongly,
};

/** A user ends their account, or others attempt to. */
export const leaving: UserSubject<'leaving'> = {
  acts,
  coverage: {
    calls: under(IM, 'getOwnData eraseAccount'),
    events: 'anew',
    refusals: 'firstStays accountErased',
    settings: 'ERASED_WORDS',
    jobs: 'FinishingErasures',
  },
};
