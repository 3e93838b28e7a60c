import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import type * as calls from '../../../wire/calls/passkeys.ts';
import { wireTime } from '../../frames/wire-values.ts';
import { noteOwn } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { aboutPasskey, passkeyPlace } from './passkeys.ts';
import { noteSecurity } from './security-notes.ts';

type Body<C extends { readonly body: v.GenericSchema }> = v.InferOutput<C['body']>;

export async function getPasskeys(context: SignedIn): Promise<EndpointAnswer> {
  const { core, session } = context;
  const rows = await core.store.read((tx) => tx.passkeys.ofUser(session.user));
  const list = rows.map(({ id, name, createdAtMs, usedAtMs }) => ({
    id,
    name,
    since: wireTime(createdAtMs, core.settings),
    used: usedAtMs === 0 ? 0 : wireTime(usedAtMs, core.settings),
  }));
  return { data: { on: passkeyPlace(context) instanceof Refusal ? 0 : 1, list } };
}

export async function renamePasskey(
  { core, session }: SignedIn,
  { id, name }: Body<typeof calls.renamePasskey>,
): Promise<EndpointAnswer | Refusal> {
  const done = await command(core, (tx) => tx.passkeys.rename(session.user, id, name));
  return done ? {} : new Refusal('passkeyUnknown');
}

export async function removePasskey(
  { core, session, peer }: SignedIn,
  { id }: Body<typeof calls.removePasskey>,
): Promise<EndpointAnswer | Refusal> {
  const done = await command(core, async (tx, record) => {
    if (!(await tx.passkeys.remove(session.user, id))) return false;
    const device = deviceName(peer.userAgent);
    await noteSecurity(tx, record, session.user, { what: 'passkeyRemoved', device });
    await noteOwn(core.passwords, tx, session.user, { what: 'passkey removed', about: aboutPasskey(id) });
    return true;
  });
  return done ? {} : new Refusal('passkeyUnknown');
}
