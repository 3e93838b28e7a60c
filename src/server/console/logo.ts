import { logoLimits as limits } from '../../domain/account-limits.ts';
import { change } from '../admin/admin.ts';
import type { Admin } from '../admin/admin.ts';
import { logoAddress, logoKind, withoutOrigin } from '../features/config/logo.ts';
import { Refusal } from '../kernel/refusal.ts';

/** Makes an uploaded picture, as base64, the logo of this server; returns its address (CONF-31). */
export async function setLogo(admin: Admin, picture: string): Promise<string | Refusal> {
  const bytes = bytesOf(picture);
  const kind = bytes && bytes.byteLength <= limits.bytesMax ? logoKind(bytes) : null;
  if (bytes === null || kind === null)
    return new Refusal('logoKind', { facts: { kb: limits.bytesMax / 1_024 } });
  const clean = await withoutOrigin(kind.type, bytes);
  const logo = { name: `${admin.ids.hex(8)}.${kind.ending}`, type: kind.type, body: textOf(clean) };
  const is = logoAddress(logo);
  await change(admin, 'logo set', async (tx, _, tell) => {
    const { config } = await tx.config.get();
    await tx.config.setLogo(logo);
    await tx.config.set({ ...config, sysInfo: { ...config.sysInfo, logo: is } });
    tell({ facts: { setting: 'sysInfo.logo', was: config.sysInfo.logo, is } });
  });
  return is;
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}

/** One character for each byte, as `btoa` takes them. */
const textOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));
