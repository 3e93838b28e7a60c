import type { JsonText } from './schema.ts';

export interface FiguresTables {
  figures: FiguresTable;
}

/** What a node counted of itself in a minute; `tables-figures.ts`. */
interface FiguresTable {
  minute: number;
  node: string;
  figures: JsonText;
}
