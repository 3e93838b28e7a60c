import type { GlobalConfig } from '../../../domain/config.ts';
import { say } from '../../kernel/texts.ts';
import type { TextLanguage } from '../../kernel/texts.ts';

const LOCAL =
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)|^::1$|^f[cd][0-9a-f]{2}:|^fe80:/i;

/**
 * A user's last location, if the server shows it (CONF-7). Only the local network has a name: other places
 * would need a list of all addresses, which is not part of this product.
 */
export const locationOf = (config: GlobalConfig, address: string, language: TextLanguage): string =>
  config.sysInfo.ipregion && LOCAL.test(address) ? say('localNet', language) : '';
