import type { ReactNode } from 'react';

export type EmptyKind =
  | 'default'
  | 'chats'
  | 'contacts'
  | 'groups'
  | 'found'
  | 'network'
  | 'gone'
  | 'locked'
  | 'choose'
  | 'moments'
  | 'done';

const tint = 'var(--green-tint)';
const warm = 'var(--amber-tint)';
const cool = 'var(--blue-tint)';
const green = 'var(--green)';

const QUESTION =
  'M30 14h40a14 14 0 0 1 14 14v8a14 14 0 0 1-14 14H50L38 61V50h-8a14 14 0 0 1-14-14v-8a14 14 0 0 1 14-14Z';
const ANSWER =
  'M58 42h34a13 13 0 0 1 13 13v6a13 13 0 0 1-13 13h-3v11L76 74H58a13 13 0 0 1-13-13v-6a13 13 0 0 1 13-13Z';

/** Line drawings of our own on a 120 × 96 field: two strokes and three tints. */
const DRAWINGS: Readonly<Record<EmptyKind, ReactNode>> = {
  default: (
    <>
      <path d="M24 46 36 24h48l12 22v24a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6Z" fill={tint} />
      <path d="M24 46h22l5 10h18l5-10h22" stroke={green} />
    </>
  ),
  chats: (
    <>
      <path d={ANSWER} fill={warm} />
      <path d={QUESTION} fill={tint} />
      <path d="M34 27h32M34 37h18M74 64v.5M84 64v.5M94 64v.5" stroke={green} />
    </>
  ),
  choose: (
    <>
      <path
        d="M30 14h36a14 14 0 0 1 14 14v10a14 14 0 0 1-14 14H48L36 63V52h-6a14 14 0 0 1-14-14V28a14 14 0 0 1 14-14Z"
        fill={tint}
      />
      <path d="M88 34h2a14 14 0 0 1 14 14v8a14 14 0 0 1-14 14h-2v11L77 70H63a14 14 0 0 1-12-7" />
      <path d="M34 29h28M34 38h16" stroke={green} />
    </>
  ),
  contacts: (
    <>
      <circle cx="44" cy="34" r="14" fill={tint} />
      <path d="M18 82c1-18 11-27 26-27s25 9 26 27Z" fill={tint} />
      <circle cx="84" cy="44" r="11" strokeDasharray="3 5" />
      <path d="M78 63c13-4 24 4 25 19" strokeDasharray="3 5" />
      <path d="M100 16v14M93 23h14" stroke={green} />
    </>
  ),
  groups: (
    <>
      <circle cx="48" cy="36" r="13" fill={tint} />
      <path d="M24 78c2-15 11-22 24-22s22 7 24 22" />
      <path d="M74 24a13 13 0 0 1 0 25M82 57c8 3 13 10 14 21" stroke={green} />
    </>
  ),
  found: (
    <>
      <path d="M32 12h34l16 16v44a5 5 0 0 1-5 5H32a5 5 0 0 1-5-5V17a5 5 0 0 1 5-5Z" fill={warm} />
      <path d="M38 30h18M38 42h14M38 54h10" />
      <circle cx="74" cy="54" r="18" fill={tint} />
      <path d="m87 68 15 15" />
      <path d="M67 54h14" stroke={green} />
    </>
  ),
  network: (
    <>
      <path d="M34 70a18 18 0 0 1-2-36 26 26 0 0 1 50-4 20 20 0 0 1 6 40Z" fill={tint} />
      <path d="m52 46 16 16M68 46 52 62" stroke={green} />
    </>
  ),
  gone: (
    <>
      <path d="M34 14h36l18 18v46a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4Z" fill={tint} />
      <path d="M70 14v18h18" />
      <path d="M48 62c3-5 7-7 12-7s9 2 12 7M49 46v.5M70 46v.5" stroke={green} />
    </>
  ),
  locked: (
    <>
      <rect x="30" y="42" width="60" height="40" rx="8" fill={tint} />
      <path d="M42 42V31a18 18 0 0 1 36 0v11" />
      <path d="M60 57v10" stroke={green} />
    </>
  ),
  moments: (
    <>
      <rect x="20" y="14" width="74" height="60" rx="9" fill={cool} />
      <circle cx="74" cy="33" r="7" fill={warm} />
      <path d="m20 60 19-18 15 13 16-19 24 25v5a8 8 0 0 1-8 8H28a8 8 0 0 1-8-8Z" fill={tint} />
      <path d="m94 84-9-9a6 6 0 0 1 9-8 6 6 0 0 1 9 8Z" fill={warm} stroke={green} />
    </>
  ),
  done: (
    <>
      <path d="M32 42h46v15a19 19 0 0 1-19 19h-8a19 19 0 0 1-19-19Z" fill={tint} />
      <path d="M78 47h7a8 8 0 0 1 0 16h-8" />
      <path d="M24 84h64" />
      <path d="M47 32c-4-5 4-8 0-13M63 32c-4-5 4-8 0-13" stroke={green} />
    </>
  ),
};

export default function EmptyDrawing({ kind }: { readonly kind: EmptyKind }) {
  return DRAWINGS[kind];
}
