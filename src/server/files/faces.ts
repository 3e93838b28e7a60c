import { type StreamId, groupStream, parseTarget } from '../../domain/ids.ts';
import { hueOf, initialsOf } from '../../domain/initials.ts';
import { uploadLimits as limits } from '../../domain/limits.ts';
import type { FilePorts, Tile } from '../../ports/files.ts';
import type { ReadTx, UserRow } from '../../ports/store.ts';
import type { Core } from '../kernel/core.ts';
import { PICTURE_GUARDS, noPicture } from './picture-guards.ts';

/** Members shown in a group's picture: the first ones, by role and joining. */
async function peopleIn(tx: ReadTx, stream: StreamId): Promise<readonly UserRow[]> {
  const members = await tx.members.of(stream, { page: 1, limit: limits.groupTiles });
  const users = await tx.users.byIds(members.map((member) => member.user));
  return members.flatMap(({ user }) => users.get(user) ?? []);
}

/** Address of the picture of these people as they look now; another picture has another address. */
function addressOf(core: Core, stream: StreamId, people: readonly UserRow[]): string {
  const appearances = people.map(({ id, avatar, realname }) => [id, avatar || initialsOf(realname)]);
  return `/avatar/${stream}/${core.passwords.mac(core.secret, `face ${stream} ${JSON.stringify(appearances)}`).slice(0, 16)}`;
}

export async function groupPictureAddress(core: Core, tx: ReadTx, stream: StreamId): Promise<string> {
  return addressOf(core, stream, await peopleIn(tx, stream));
}

const cache = new WeakMap<FilePorts, Map<string, Uint8Array<ArrayBuffer>>>();

/** Drawn once and kept in memory, the oldest forgotten first (FILE-10). */
async function drawOnce(
  ports: FilePorts,
  name: string,
  draw: () => Promise<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer>> {
  const pictures = cache.get(ports) ?? new Map<string, Uint8Array<ArrayBuffer>>();
  cache.set(ports, pictures);
  const picture = pictures.get(name) ?? new Uint8Array(await draw());
  pictures.delete(name);
  pictures.set(name, picture);
  const oldest = pictures.keys().next();
  if (pictures.size > limits.drawingsMax && !oldest.done) pictures.delete(oldest.value);
  return picture;
}

const picture = (bytes: Uint8Array<ArrayBuffer>, isLasting = true): Response =>
  new Response(bytes, {
    headers: {
      ...PICTURE_GUARDS,
      'content-type': 'image/webp',
      'cache-control': isLasting ? 'private, max-age=31536000, immutable' : 'private, max-age=60',
      'content-length': String(bytes.byteLength),
    },
  });

/**
 * `/avatar/group-12/…`: only an address that was sent to the members returns a picture. The address in the
 * group's row is the one in their lists: it returns a picture even if the first members have changed since.
 */
export async function serveGroupFace(core: Core, group: string, version: string): Promise<Response> {
  const target = parseTarget(group);
  const ports = core.uploads;
  if (!ports || target?.kind !== 'group') return noPicture();
  const stream = groupStream(target.group);
  const address = `/avatar/${stream}/${version}`;
  const faces = await core.store.read(async (tx) => {
    const people = await peopleIn(tx, stream);
    const current = addressOf(core, stream, people);
    const isKnown = current === address || (await tx.groups.byId(target.group))?.avatar === address;
    return isKnown ? { people, current } : null;
  });
  if (faces) {
    const tiles = () => Promise.all(faces.people.map((user) => tileOf(ports, user)));
    const bytes = await drawOnce(ports, faces.current, async () =>
      ports.media.compose(await tiles(), limits.groupPx),
    );
    return picture(bytes, faces.current === address);
  }
  const before = cache.get(ports)?.get(address);
  return before ? picture(before) : noPicture();
}

async function tileOf({ files }: FilePorts, { id, realname, avatar }: UserRow): Promise<Tile> {
  const key = /^\/pictures\/([0-9a-f]{32})$/.exec(avatar)?.[1];
  const stored = key === undefined ? null : await files.open(key);
  if (!stored) return { initials: initialsOf(realname), hue: hueOf(id) };
  return { picture: new Uint8Array(await new Response(stored.body).arrayBuffer()) };
}

const SIZES = [48, 80, 160, 256];

/** `/avatar/<letters>/<size>/<person>`: drawn from the address alone, without a query. */
export async function serveDefaultFace(
  core: Core,
  letters: string,
  size: string,
  person: string,
): Promise<Response> {
  const ports = core.uploads;
  const id = Number(person);
  const initials = [...letters.normalize('NFC')].slice(0, 2).join('');
  if (!ports || initials === '' || !Number.isSafeInteger(id) || id < 1) return noPicture();
  const px = SIZES.find((one) => one >= Number(size)) ?? 256;
  return picture(
    await drawOnce(ports, `${initials} ${px} ${hueOf(id)}`, () =>
      ports.media.compose([{ initials, hue: hueOf(id) }], px),
    ),
  );
}

const SIZE = 160;

/** Address of the generated picture of a user without one: it contains everything drawn (FILE-10). */
export const defaultFace = (name: string, id: number): string =>
  `/avatar/${encodeURIComponent(initialsOf(name))}/${SIZE}/${id}`;

export const isDefaultFace = (avatar: string): boolean => avatar === '' || avatar.startsWith('/avatar/');
