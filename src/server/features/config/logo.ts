import type { GlobalConfig } from '../../../domain/config.ts';
import type { Logo, WriteTx } from '../../../ports/store.ts';
import type { Core } from '../../kernel/core.ts';
import { PICTURE_GUARDS, noPicture } from '../../files/picture-guards.ts';
import { latin } from '../../files/source.ts';
import { strippedParts } from '../../files/strip/strip.ts';

const PLACE = '/logo/';

/** Address of an uploaded logo. */
export const logoAddress = ({ name }: Pick<Logo, 'name'>): string => PLACE + name;

/** Kinds that a page can show without running anything in them (CONF-31). */
const KINDS = {
  png: { type: 'image/png', begins: /^\u0089PNG\r\n.\n/ },
  jpg: { type: 'image/jpeg', begins: /^\u00ff\u00d8\u00ff/ },
  webp: { type: 'image/webp', begins: /^RIFF[^]{4}WEBPVP8/ },
} as const;

/** The ending and type of a picture, by its first bytes; null for other files. */
export function logoKind(bytes: Uint8Array): { readonly ending: string; readonly type: Logo['type'] } | null {
  const head = latin(bytes, 0, Math.min(16, bytes.byteLength));
  for (const [ending, { type, begins }] of Object.entries(KINDS))
    if (begins.test(head)) return { ending, type };
  return null;
}

/** The picture without data on place, time, device and author. */
export async function withoutOrigin(type: Logo['type'], bytes: Uint8Array): Promise<Uint8Array> {
  const size = bytes.byteLength;
  const read = (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + length));
  const parts = await strippedParts(type, { size, read });
  if (parts === null) return bytes;
  const pieces = parts.map((part) =>
    part instanceof Uint8Array ? part : bytes.subarray(part.from, part.to),
  );
  return new Uint8Array(await new Blob(pieces.map((piece) => new Uint8Array(piece))).arrayBuffer());
}

/** Removes the uploaded picture once the configuration names another logo, or none. */
export async function dropUnusedLogo(tx: WriteTx, { sysInfo }: GlobalConfig): Promise<void> {
  const logo = await tx.config.logo();
  if (logo !== null && sysInfo.logo !== logoAddress(logo)) await tx.config.setLogo(null);
}

/**
 * Answers while the picture is the logo; its address changes with each upload. Reads the stored
 * configuration: the one in memory is up to a second older than an upload.
 */
export async function serveLogo({ store }: Pick<Core, 'store'>, name: string): Promise<Response> {
  const logo = await store.read(async (tx) => {
    const { sysInfo } = (await tx.config.get()).config;
    return sysInfo.logo === logoAddress({ name }) ? tx.config.logo() : null;
  });
  if (logo?.name !== name) return noPicture();
  const body = Uint8Array.from(atob(logo.body), (one) => one.charCodeAt(0));
  return new Response(body, {
    headers: {
      ...PICTURE_GUARDS,
      'content-type': logo.type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(body.byteLength),
    },
  });
}
