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
  | 'choose';

const tint = 'var(--green-tint)';
const green = 'var(--green)';

const BUBBLE =
  'M38 18h44a16 16 0 0 1 16 16v10a16 16 0 0 1-16 16H58L44 72V60h-6a16 16 0 0 1-16-16V34a16 16 0 0 1 16-16Z';

/** Line drawings of our own on a 120 × 96 field: two strokes and one tint. */
const DRAWINGS: Readonly<Record<EmptyKind, ReactNode>> = {
  default: (
    <>
      <path d="M24 46 36 24h48l12 22v24a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6Z" fill={tint} />
      <path d="M24 46h22l5 10h18l5-10h22" stroke={green} />
    </>
  ),
  chats: (
    <>
      <path d={BUBBLE} fill={tint} />
      <path d="M44 34h32M44 45h20" stroke={green} />
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
      <circle cx="60" cy="34" r="15" fill={tint} />
      <path d="M32 80c2-17 13-25 28-25s26 8 28 25" />
      <path d="M92 28v16M84 36h16" stroke={green} />
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
      <circle cx="54" cy="42" r="24" fill={tint} />
      <path d="m72 60 20 20" />
      <path d="M45 42h18" stroke={green} />
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
};

export default function EmptyDrawing({ kind }: { readonly kind: EmptyKind }) {
  return DRAWINGS[kind];
}
