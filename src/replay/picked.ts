import type { ScreenPart } from '../inspector/model/screen-messages.ts';

/** The thing that an element of the app shows. */
export function screenPartOf(at: Element): ScreenPart {
  const message = at.closest('[data-message]')?.getAttribute('data-message');
  if (message !== null && message !== undefined) return { kind: 'message', id: message };
  const chat = at.closest('[data-chat]')?.getAttribute('data-chat');
  if (chat !== null && chat !== undefined) return { kind: 'chat', id: chat };
  const { hash } = at.ownerDocument.location;
  if (hash.startsWith('#/pages/message/call')) return { kind: 'call' };
  if (at.closest('nav') !== null) return { kind: 'counts' };
  const open = new URLSearchParams(hash.split('?')[1] ?? '').get('id');
  return open === null ? { kind: 'page' } : { kind: 'chat', id: open };
}

/** A few of its words, to name it in the inspector. */
export function screenWordsOf(at: Element): string {
  const whole = at.closest('[data-message], [data-chat]') ?? at;
  const text = (whole.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
