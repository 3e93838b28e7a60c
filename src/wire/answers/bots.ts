import * as v from 'valibot';
import { DIALECTS, OUTGOING_KINDS, TOKEN_RIGHTS } from '../../domain/bots.ts';
import { contact, person, shownText, timeField } from '../down/fields.ts';

const command = { name: shownText, words: shownText, help: shownText };
const botRow = v.pipe(
  v.object({
    id: person,
    name: shownText,
    account: shownText,
    since: timeField,
    url: shownText,
    dialect: v.picklist(DIALECTS),
    commands: v.array(v.object(command)),
  }),
  v.transform(({ since, ...rest }) => ({ ...rest, sinceMs: since })),
);
const tokenRow = v.pipe(
  v.object({
    id: v.string(),
    bot: v.number(),
    name: shownText,
    right: v.picklist(TOKEN_RIGHTS),
    chats: v.array(contact),
    since: timeField,
    used: timeField,
    until: timeField,
  }),
  v.transform(({ since, used, until, ...rest }) => ({
    ...rest,
    sinceMs: since,
    usedMs: used,
    untilMs: until,
  })),
);
const list = v.object({ bots: v.array(botRow), tokens: v.array(tokenRow) });
const made = v.object({ token: v.string() });

export type BotFacts = v.InferOutput<typeof botRow>;
/** `bot` 0: a token of the user; `chats` empty: every chat; `untilMs` 0: it never expires. */
export type TokenFacts = v.InferOutput<typeof tokenRow>;

const botCommand = v.object({ ...command, bot: person, botName: shownText });

export type BotCommandFacts = v.InferOutput<typeof botCommand>;

export function decodeBotCommands(data: unknown): readonly BotCommandFacts[] | null {
  const parsed = v.safeParse(v.array(botCommand), data);
  return parsed.success ? parsed.output : null;
}

/** What a bot says to the asking user alone, as markup. */
export function decodeShown(data: unknown): string | null {
  const parsed = v.safeParse(v.object({ shown: v.string() }), data);
  return parsed.success ? parsed.output.shown : null;
}

export function decodeBots(data: unknown): v.InferOutput<typeof list> | null {
  const parsed = v.safeParse(list, data);
  return parsed.success ? parsed.output : null;
}

export function decodeToken(data: unknown): string | null {
  const parsed = v.safeParse(made, data);
  return parsed.success ? parsed.output.token : null;
}

const hookRow = v.pipe(
  v.object({
    hook: person,
    name: shownText,
    dialect: v.picklist(DIALECTS),
    byName: shownText,
    since: timeField,
    used: timeField,
  }),
  v.transform(({ since, used, ...rest }) => ({ ...rest, sinceMs: since, usedMs: used })),
);
const hookAddress = v.object({ url: v.string() });

export type HookFacts = v.InferOutput<typeof hookRow>;

export function decodeHooks(data: unknown): readonly HookFacts[] | null {
  const parsed = v.safeParse(v.array(hookRow), data);
  return parsed.success ? parsed.output : null;
}

export function decodeHookAddress(data: unknown): string | null {
  const parsed = v.safeParse(hookAddress, data);
  return parsed.success ? parsed.output.url : null;
}

const outgoingRow = v.pipe(
  v.object({
    hook: person,
    name: shownText,
    url: shownText,
    kinds: v.array(v.picklist(OUTGOING_KINDS)),
    byName: shownText,
    since: timeField,
    failing: timeField,
    behind: v.number(),
  }),
  v.transform(({ since, failing, ...rest }) => ({ ...rest, sinceMs: since, failingMs: failing })),
);
const hookSecret = v.object({ secret: v.string() });
const deliveryState = v.picklist(['sent', 'failed', 'dropped']);
const delivery = v.pipe(
  v.object({
    seq: v.number(),
    kind: shownText,
    state: deliveryState,
    at: timeField,
    tookMs: v.number(),
    status: v.number(),
    answer: shownText,
  }),
  v.transform(({ at, ...rest }) => ({ ...rest, atMs: at })),
);

/** `failingMs` 0: it does not fail; `behind`: events that wait. */
export type OutgoingFacts = v.InferOutput<typeof outgoingRow>;
/** `status` 0: no answer. */
export type DeliveryFacts = v.InferOutput<typeof delivery>;

export function decodeOutgoing(data: unknown): readonly OutgoingFacts[] | null {
  const parsed = v.safeParse(v.array(outgoingRow), data);
  return parsed.success ? parsed.output : null;
}

/** '': unchanged. */
export function decodeHookSecret(data: unknown): string | null {
  const parsed = v.safeParse(hookSecret, data);
  return parsed.success ? parsed.output.secret : null;
}

export function decodeDeliveries(data: unknown): readonly DeliveryFacts[] | null {
  const parsed = v.safeParse(v.array(delivery), data);
  return parsed.success ? parsed.output : null;
}

export function decodeRepeated(data: unknown): DeliveryFacts['state'] | null {
  const parsed = v.safeParse(v.object({ state: deliveryState }), data);
  return parsed.success ? parsed.output.state : null;
}
