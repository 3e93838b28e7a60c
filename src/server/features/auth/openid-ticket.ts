import type { OpenIdPerson } from '../../../ports/openid.ts';
import type { Core } from '../../kernel/core.ts';
import { openIdLimits as limits } from '../../kernel/limits.ts';
import { isMac, macOf } from '../../kernel/signed.ts';

/** An identity proved at a provider, and its expiry here. */
export interface Ticket extends OpenIdPerson {
  readonly provider: string;
  readonly untilMs: number;
  /** No two are alike: each opens once. */
  readonly once: string;
}

const MAC_LENGTH = 32;

/** Signed for this browser: invalid in another one (OIDC-3). */
export function ticketFor(core: Core, device: string, person: Omit<Ticket, 'untilMs' | 'once'>): string {
  const ticket: Ticket = { ...person, untilMs: core.clock.nowMs() + limits.lifeMs, once: core.ids.hex(8) };
  const text = JSON.stringify(ticket);
  return `${macOf(core, 'ticket', `${device} ${text}`)}${text}`;
}

export function readTicket(core: Core, device: string | null, ticketText: string): Ticket | null {
  const text = ticketText.slice(MAC_LENGTH);
  if (!isMac(core, 'ticket', `${device ?? ''} ${text}`, ticketText.slice(0, MAC_LENGTH))) return null;
  // The signature proves that this server wrote it.
  const ticket = JSON.parse(text) as Ticket;
  return ticket.untilMs > core.clock.nowMs() ? ticket : null;
}
