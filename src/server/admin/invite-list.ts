import { emailProblem, nicknameProblem } from '../../domain/validation.ts';
import { type Phrase, phrase, reasonPhrase } from '../kernel/phrase.ts';

/** The person that an admin invites; one of the two fields may be empty. */
export interface Invitee {
  readonly name: string;
  readonly email: string;
}

/** A line of the list, counted from 1 as editors do, and what is wrong with it. */
export interface LineFault {
  readonly line: number;
  readonly why: Phrase;
}

interface InviteList {
  readonly people: readonly (Invitee & { readonly line: number })[];
  readonly faults: readonly LineFault[];
}

/** Names of the columns, as spreadsheets write them in the first line. */
const TITLE = /^(?:(?:full |display )?name|e-?mail(?: address)?|mail|address|姓名|名字|邮箱|邮件)$/i;

/** The cells of one line; null: a quotation mark is not closed. */
function cellsOf(line: string, separator: string): readonly string[] | null {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    if (isQuoted && sign === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return isQuoted ? null : [...cells, cell.trim()];
}

function inviteeIn(line: string, separator: string): Invitee | { readonly why: Phrase } {
  const cells = cellsOf(line, separator);
  if (cells === null) return { why: phrase('line.quote') };
  const values = cells.filter((cell) => cell !== '');
  if (values.length > 2) return { why: phrase('line.columns') };
  // The address is the one with the sign, in either column.
  const email = values.find((cell) => cell.includes('@')) ?? '';
  const names = values.filter((cell) => cell !== email);
  if (names.length > 1)
    return { why: phrase(names.length === 2 && cells.length === 2 ? 'line.address' : 'line.columns') };
  const name = names[0] ?? '';
  if (email !== '' && emailProblem(email) !== null) return { why: phrase('line.address') };
  // The same check as at registration, where the name fills the field.
  const problem = name === '' ? null : nicknameProblem(name);
  return problem === null ? { name, email } : { why: reasonPhrase(problem) };
}

/**
 * Reads a list of names and addresses as spreadsheets export it: with commas, semicolons or tabs, quotation
 * marks, a mark of the encoding at the start, and a line of titles or none (INVITE-3).
 */
export function readInviteList(text: string): InviteList {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const separator = [',', ';', '\t'].find((one) => lines.some((line) => line.includes(one))) ?? ',';
  const people: InviteList['people'][number][] = [];
  const faults: LineFault[] = [];
  const emails = new Set<string>();
  const first = lines.findIndex((line) => line.trim() !== '');
  for (const [at, line] of lines.entries()) {
    const cells = cellsOf(line, separator)?.filter((cell) => cell !== '') ?? [line];
    if (cells.length === 0 || (at === first && cells.every((cell) => TITLE.test(cell)))) continue;
    const invitee = inviteeIn(line, separator);
    if ('why' in invitee) faults.push({ line: at + 1, why: invitee.why });
    else if (invitee.email !== '' && emails.has(invitee.email.toLowerCase()))
      faults.push({ line: at + 1, why: phrase('line.twice') });
    else {
      emails.add(invitee.email.toLowerCase());
      people.push({ ...invitee, line: at + 1 });
    }
  }
  return { people, faults };
}

/** A program that opens the file must not take a name for a formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",;\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvLine = (...cells: readonly string[]): string => cells.map(cell).join(',');
