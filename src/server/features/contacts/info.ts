import type * as v from 'valibot';
import { isCommunity, type GlobalConfig } from '../../../domain/config.ts';
import { userId } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import { duration } from '../../../domain/limits.ts';
import { canSeeLastSeen } from '../../../domain/privacy.ts';
import type { ReadTx, UserRow } from '../../../ports/store.ts';
import type { getContactInfo as infoCall, getUserInfo as userCall } from '../../../wire/calls/contacts.ts';
import { contactRow } from '../../frames/contact-row.ts';
import { namePy } from '../../../domain/initials.ts';
import { viewsWithNamesNow } from '../../frames/mention-names.ts';
import type { Core } from '../../kernel/core.ts';
import { isBlockedPair } from '../../access/private-delivery.ts';
import { visibleUser } from '../../access/profile.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { accessTo } from '../../access/conversation.ts';
import { say } from '../../kernel/texts.ts';
import type { TextLanguage } from '../../kernel/texts.ts';
import { friendData, loginUser, maskedAccount } from '../../frames/user-data.ts';
import type { SignedIn } from '../context.ts';
import { personQr } from '../groups/codes.ts';
import { tiesOf } from '../sync/registers.ts';
import { ensureReadableConversation } from './ensure-private-conversation.ts';
import { isAdministrator } from '../../../domain/permissions.ts';

const LOCAL =
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|^::1$|^f[cd][0-9a-f]{2}:|^fe80:/i;

/**
 * A user's last location, if the server shows it (CONF-7). Only the local network has a name: other places
 * would need a list of all addresses, which is not part of this product.
 */
const locationOf = (config: GlobalConfig, address: string, language: TextLanguage): string =>
  config.sysInfo.ipregion && LOCAL.test(address) ? say('localNet', language) : '';

export async function getContactInfo(
  context: SignedIn,
  body: v.InferOutput<typeof infoCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const {
    core,
    session: { user },
  } = context;
  await ensureReadableConversation(context, body.id);
  const data = await core.store.read(async (tx) => {
    const at = await accessTo(tx, user, body.id);
    if (at instanceof Refusal) return at;
    const view = await tx.conversations.one(user, at.stream);
    if (!view) return new Refusal('contactUnknown');
    const { context } = await tiesOf(core, tx, user);
    return contactRow((await viewsWithNamesNow(tx, [view]))[0] ?? view, user, context);
  });
  if (data instanceof Refusal) return data;
  return { data };
}

/** A profile, for users who may see it (FRIEND-10), without secrets (FRIEND-7). */
export async function getUserInfo(
  { core, language, origin, session }: SignedIn,
  body: v.InferOutput<typeof userCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const data = await core.store.read(async (tx) => {
    const id = userId(body.user_id);
    const row = await visibleUser(core, tx, session.user, id);
    if (!row) return new Refusal('userUnknown');
    if (id === session.user)
      return {
        ...loginUser(row),
        ...personQr(core, origin, id),
        location: locationOf(core.config(), row.lastLoginIp, language),
        friend: '',
      };
    const friend = await tx.friends.between(session.user, id);
    const mine = friend?.status === 1 ? friend : null;
    const areFriends = !isCommunity(core.config()) || (await tx.friends.areFriends(session.user, id));
    const me = await tx.users.byId(session.user);
    const apart = await isBlockedPair(tx, session.user, id);
    const isShown = core.config().chatInfo.online && !apart;
    const canSeeTime = isShown && me && canSeeLastSeen(me.privacy, row.privacy, areFriends);
    return {
      user_id: row.id,
      id: row.id,
      account: maskedAccount(row.account),
      realname: row.realname,
      displayName: mine?.nickname || row.realname,
      avatar: row.avatar,
      name_py: namePy(row.realname),
      email: mine && !apart ? row.email : '',
      sex: row.sex,
      motto: row.motto,
      ...ofAccount(row, me),
      location: mine && !apart ? locationOf(core.config(), row.lastLoginIp, language) : '',
      friend: mine ? friendData(mine) : '',
      last_seen: canSeeTime ? await lastSeen(core, tx, id) : 0,
    };
  });
  if (data instanceof Refusal) return data;
  return { data };
}

/**
 * Role, verification and state of an account are for administrators (FRIEND-11). Base-protocol clients read
 * the fields, so others get those of any user.
 */
const ofAccount = ({ role, isAuth, active }: UserRow, viewer: UserRow | null) =>
  isAdministrator(viewer)
    ? { role, is_auth: isAuth ? 1 : 0, status: active ? 1 : 0 }
    : { role: 0, is_auth: 0, status: 1 };

/** Whole minutes in seconds (SEEN-1): for a present user the current one; 0: unknown. */
async function lastSeen(core: Core, tx: ReadTx, user: UserId): Promise<number> {
  const minute = core.hub.isReachable(user)
    ? Math.floor(core.clock.nowMs() / duration.MINUTE)
    : await tx.users.lastSeen(user);
  return ((minute ?? 0) * duration.MINUTE) / duration.SECOND;
}
