/** The part of the package that is used; it brings no types of its own. */
declare module '@sqlite.org/sqlite-wasm' {
  export type BindingSpec = readonly (string | number | bigint | boolean | null | Uint8Array)[];

  export interface PreparedStatement {
    readonly columnCount: number;
    getColumnNames(into: string[]): string[];
    bind(values: BindingSpec): PreparedStatement;
    step(): boolean;
    get(into: unknown[]): unknown[];
    reset(clearBindings: boolean): PreparedStatement;
  }

  export interface Database {
    readonly pointer: number | undefined;
    prepare(sql: string): PreparedStatement;
    checkRc(code: number): void;
    close(): void;
  }

  export interface Sqlite3 {
    readonly oo1: { readonly DB: new (path: string, flags: string) => Database };
    readonly capi: {
      readonly SQLITE_DESERIALIZE_FREEONCLOSE: number;
      readonly SQLITE_DESERIALIZE_RESIZEABLE: number;
      sqlite3_js_db_export(db: number): Uint8Array;
      sqlite3_deserialize(
        db: number,
        schema: string,
        at: number,
        size: number,
        room: number,
        flags: number,
      ): number;
    };
    readonly wasm: {
      allocFromTypedArray(bytes: Uint8Array): number;
      readonly exports: {
        sqlite3_txn_state(db: number, schema: number): number;
        sqlite3_total_changes(db: number): number;
      };
    };
  }

  export default function start(options: {
    readonly print: (text: string) => void;
    readonly printErr: (text: string) => void;
  }): Promise<Sqlite3>;
}

/** Read once by the engine while it starts. */
declare var sqlite3ApiConfig: { readonly warn: () => void } | undefined;
