import type { ComponentType } from 'react';
import { pageTexts } from '../i18n/index.ts';
import { lazyAside } from '../kit/lazy-aside.ts';

/** What few people see of a page that comes first: it comes later, and its words with it. */
export const lazyWithWords = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) => lazyAside(async () => (await Promise.all([load(), pageTexts()]))[0]);
