import { withoutEnd } from '../../domain/text-end.ts';

/** An address in escaped text; the characters that end it may be escaped themselves. */
const BARE = /https?:\/\/(?:&amp;|[^\s<>"'&])+/gi;
const CLOSING = '.,;:!?)]}，。；：！？）】';

/** Bare links of a message's words as anchors, for clients that show the markup as it is (protocol 2.1); never inside of one. */
export function linked(content: string): string {
  if (!/https?:\/\//i.test(content) || /<(?:img|a)\b/i.test(content)) return content;
  return content
    .split(/(<[^<>]*>)/)
    .map((part) => (part.startsWith('<') ? part : part.replace(BARE, anchor)))
    .join('');
}

function anchor(found: string): string {
  const address = withoutEnd(found, CLOSING);
  return `<a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>${found.slice(address.length)}`;
}
