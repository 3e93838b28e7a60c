import type { ReactNode } from 'react';
import { meaningOf } from '../../domain/picture-code.ts';
import { Link } from '../kit/navigation.ts';
import { PATHS } from '../paths/paths.ts';

/**
 * A link that a user wrote. A page of this app opens in this window, where drafts and calls continue; any
 * other page in a new one (LINK-2).
 */
export function WebLink({
  href,
  ...rest
}: {
  readonly href: string;
  readonly title?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const page = ownPage(href);
  if (page !== null) return <Link {...rest} to={page} />;
  return (
    <a {...rest} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {rest.children}
    </a>
  );
}

/** The page of this app at an address; null for all other addresses. */
function ownPage(href: string): string | null {
  const meaning = meaningOf(href, location.origin);
  switch (meaning.kind) {
    case 'page':
      return meaning.path;
    case 'group':
    case 'person':
      return `${PATHS.scan}?code=${meaning.kind === 'group' ? 'g' : 'u'}/${meaning.token}`;
    case 'web':
    case 'text':
      return null;
  }
}
