import { type ComponentType, createElement, useState } from 'react';
import { lazyAside } from './lazy-aside.ts';

/**
 * Like `lazyAside`. Once `prepare` has loaded its code, the first rendering shows it: React holds back for up to
 * 300 ms what follows a fallback, even if its code is there (UI-187).
 */
export function preparedAside<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
) {
  const Late = lazyAside(load);
  let code: ComponentType<Props> | null = null;
  function Part(props: Props) {
    const [Shown] = useState(() => code ?? Late);
    return createElement(Shown, props);
  }
  return Object.assign(Part, {
    prepare: async () => {
      code = (await load()).default;
    },
  });
}
