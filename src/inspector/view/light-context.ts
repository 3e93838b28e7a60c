import { createContext } from 'react';

/** Highlighted parts of a chart, in a separate context so that a step does not repeat the layout. */
export interface Light {
  readonly activeIds: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
  readonly hits: ReadonlySet<string>;
}

export const LightContext = createContext<Light>({
  activeIds: new Set(),
  transitions: new Set(),
  hits: new Set(),
});
