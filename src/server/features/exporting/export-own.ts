import type * as v from 'valibot';
import { userId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { exportData as exportCall } from '../../../wire/calls/accounts.ts';
import { languageByNumber, numberOfLanguage } from '../../kernel/languages-adapter.ts';
import { noteOwn } from '../../kernel/audit.ts';
import type { Core } from '../../kernel/core.ts';
import { exportLimits as limits } from '../../kernel/limits.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { factsOfToken, macOf, signed } from '../../kernel/signed.ts';
import { checkOldPassword, ownRow } from '../auth/own-account.ts';
import type { SignedIn } from '../context.ts';

/**
 * Returns an address at which the archive can be fetched once: browsers download without a token, so the
 * address represents the session that asked, for that session's lifetime (DATA-7). The audit records the
 * request.
 */
export async function exportOwn(
  context: SignedIn,
  { password }: v.InferOutput<typeof exportCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const { core, session, language } = context;
  if (core.config().demonMode) return new Refusal('demoMode');
  const me = await ownRow(core, session.user);
  if (me instanceof Refusal) return me;
  const refusal = await checkOldPassword(context, me, password);
  if (refusal) return refusal;
  await core.store.write((tx) => noteOwn(core.passwords, tx, session.user, { what: 'data exported' }));
  const until = core.clock.nowMs() + limits.addressMs;
  const once = Number.parseInt(core.ids.hex(6), 16);
  const facts = [session.user, until, numberOfLanguage(language), markOf(core, session.token), once];
  const token = signed(core, 'export', facts);
  return { data: { download: `/files/own/${token}` } };
}

/** Names a session in an address without saying anything of its token: 48 bits. */
const markOf = (core: Core, session: string): number =>
  Number.parseInt(macOf(core, 'export', `session ${session}`).slice(0, 12), 16);

/** Returns true if the requesting session is alive, and its user is enabled. */
const isLive = (core: Core, user: UserId, mark: number): Promise<boolean> =>
  core.store.read(async (tx) => {
    const me = await tx.users.byId(user);
    if (!me?.active) return false;
    const live = await tx.tokens.ofUser(user, core.clock.nowMs());
    return live.some(({ hash }) => markOf(core, hash) === mark);
  });

const GUARDS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** People whose archive is on its way from this node, and since when. */
const busy = new WeakMap<Core, Map<UserId, number>>();

/** One at a time for each person, and so many of all. `zone`: the reader's, for the times on the pages. */
export async function serveOwn(
  core: Core,
  token: string,
  { method, zone }: { readonly method: string; readonly zone: string | null },
): Promise<Response> {
  // Its archive would have no reader, and a used address must not look valid.
  if (method === 'HEAD') return new Response(null, { status: 405, headers: { ...GUARDS, allow: 'GET' } });
  const [id, until = 0, languageNumber = 0, mark = 0, once = 0] = factsOfToken(core, 'export', token) ?? [];
  if (id === undefined) return new Response('not found', { status: 404, headers: GUARDS });
  if (core.clock.nowMs() > until) return new Response('expired', { status: 410, headers: GUARDS });
  const user = userId(id);
  const isCurrent = () => isLive(core, user, mark);
  if (!(await isCurrent())) return new Response('not found', { status: 404, headers: GUARDS });
  // Few ask for one, so no start waits for its code (START-11).
  const { localTime } = await import('./local-time-adapter.ts');
  const day = localTime(zone, 'en').date(core.clock.nowMs());
  const headers = {
    ...GUARDS,
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="parley-${day}.zip"`,
  };
  const { ownArchive } = await import('./archive.ts');
  const running = busy.get(core) ?? new Map<UserId, number>();
  busy.set(core, running);
  const sinceMs = core.clock.nowMs();
  // A stalled reader holds a place for a limited time only.
  for (const [one, startedMs] of running) if (sinceMs - startedMs > limits.longestMs) running.delete(one);
  if (running.has(user) || running.size >= limits.atOnce)
    return new Response('busy', { status: 429, headers: { ...GUARDS, 'retry-after': '60' } });
  running.set(user, sinceMs);
  const over = () => void (running.get(user) === sinceMs && running.delete(user));
  let isFirst = false;
  try {
    // On any node, and also where two ask at the same moment.
    isFirst = await core.store.write((tx) => tx.passkeys.spend(`export ${once}`, until));
  } finally {
    if (!isFirst) over();
  }
  if (!isFirst) return new Response('used', { status: 410, headers: GUARDS });
  const language = languageByNumber(languageNumber);
  const archive = ownArchive(core, { user, language, time: localTime(zone, language) }, isCurrent);
  return new Response(ended(archive, over), { headers });
}

/** Reports once that the body was read to its end, failed, or was cancelled. */
function ended(body: ReadableStream<Uint8Array>, over: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      pull: async (to) => {
        try {
          const { done, value } = await reader.read();
          if (!done) return to.enqueue(value);
          over();
          to.close();
        } catch (error) {
          over();
          to.error(error);
        }
      },
      cancel: async (why) => {
        over();
        // The generator may end with the given reason.
        await reader.cancel(why).catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
