import type { ComponentType } from 'react';
import { pageTexts } from '../i18n/index.ts';
import { lazyAside } from '../kit/lazy-aside.ts';

/** Rarely seen parts of a first page: loaded later, with their texts. */
export const lazyWithWords = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
) => lazyAside(async () => (await Promise.all([load(), pageTexts()]))[0]);
