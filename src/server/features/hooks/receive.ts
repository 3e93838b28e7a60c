import { MINUTE } from '../../../domain/duration.ts';
import { groupOfStream } from '../../../domain/ids.ts';
import { withoutMark } from '../../../domain/bots.ts';
import type { HookRow } from '../../../ports/store.ts';
import { command } from '../../kernel/core.ts';
import { hookLimits as limits } from '../../kernel/hook-limits.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { takeLateAnswer } from './bot-answers.ts';
import { type HookHeaders, fieldsIn, hookText } from './forms/read.ts';
import { bold } from './forms/words.ts';
import {
  type HookAnswer,
  type HookParts,
  type HookRead,
  activeBot,
  answerTo,
  askLater,
  postWords,
  refused,
} from './post-words.ts';

export interface HookRequest extends HookHeaders {
  readonly secret: string;
  readonly address: string;
  readonly type: string;
  /** The sender's number of this delivery: a repeat with it writes nothing again. */
  readonly delivery: string;
  /** The body, or a refusal if it is too long. */
  body(most: number): Promise<string | Refusal>;
}

const SHAPE = /^[0-9a-f]{48}$/;
/** Turns one request of another system into a message of the hook's bot (HOOK-1). */
export async function receiveHook(on: HookParts, request: HookRequest): Promise<HookAnswer> {
  const { core, rates } = on;
  const addressMs = rates.take(`hooks @${addressKey(request.address)}`, limits.addressRate);
  if (addressMs > 0) return askLater(addressMs);
  const read = async (): Promise<HookRead> => {
    const body = await request.body(limits.bytesMax);
    if (body instanceof Refusal) return refused(413, 'too_large');
    const fields = fieldsIn(body, request.type);
    return fields === null ? refused(400, 'invalid_payload') : { fields };
  };
  if (!SHAPE.test(request.secret)) return takeLateAnswer(on, request.secret, read);
  const hash = core.passwords.digest(request.secret);
  const hook = await core.store.read((tx) => tx.hooks.byHash(hash));
  if (!hook) return refused(404, 'no_service');
  const waitMs = rates.take(`hook ${hook.user}`, limits.rate);
  if (waitMs > 0) return askLater(waitMs);
  const given = await read();
  if (!('fields' in given)) return given;
  const { fields } = given;
  const { text, reply, name } = hookText(fields, request, hook.dialect);
  if (text === '') return refused(400, 'no_text');
  const answer = await write(on, hook, { text, name, delivery: request.delivery });
  return answer ?? { status: 200, words: 'ok', reply };
}

interface Written {
  readonly text: string;
  readonly name: string;
  readonly delivery: string;
}

/** Null: written. All parts of a request are written together, or none. */
async function write(
  on: HookParts,
  hook: HookRow,
  { text, name, delivery }: Written,
): Promise<HookAnswer | null> {
  const { core } = on;
  const unique =
    delivery === '' ? core.ids.hex(12) : core.passwords.digest(`${hook.hash} ${delivery}`).slice(0, 24);
  const outcome = await command(core, async (tx, record) => {
    const self = await activeBot(tx, hook.user);
    if (!self) return refused(403, 'action_prohibited');
    const group = groupOfStream(hook.stream);
    if (group === null || !(await tx.groups.byId(group))) return refused(410, 'channel_is_archived');
    const isOther = name !== '' && name.toLowerCase() !== withoutMark(self.realname).toLowerCase();
    const words = isOther ? `${bold(name)}\n${text}` : text;
    const to = { bot: hook.user, chat: hook.stream, id: `hook-${hook.user}-${unique}`, text: words };
    const refusal = await postWords(on, tx, record, to);
    if (refusal) return refusal;
    const minute = Math.floor(tx.nowMs / MINUTE);
    if (minute > hook.usedMinute) await tx.hooks.noteUse(hook.hash, minute);
    return null;
  });
  return outcome instanceof Refusal ? answerTo(outcome) : outcome;
}
