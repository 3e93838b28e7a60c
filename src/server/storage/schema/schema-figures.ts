import type { JsonText } from './schema.ts';

export interface FiguresTables {
  figures: FiguresTable;
}

/** A node's own metrics of a minute; `tables-figures.ts`. */
interface FiguresTable {
  minute: number;
  node: string;
  figures: JsonText;
}
