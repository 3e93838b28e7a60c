import type { Locator } from 'playwright-core';
import { type Person, wide } from '../browser.ts';
import type { Facts } from '../screens.ts';
import type { TextKey } from '../texts.ts';

/** How a control is pressed: by the mouse, or by the keyboard alone. */
export type Press = (control: Locator) => Promise<void>;

/** A layer over a screen: a menu, sheet, dialog or panel. */
export interface Layer {
  readonly name: string;
  /** The screen below. */
  readonly over: string;
  /** Opens it and answers where the focus must be again after Escape; null where nothing has opened it. */
  readonly open: (person: Person, facts: Facts, press: Press) => Promise<Locator | null>;
  readonly shown: (person: Person, facts: Facts) => Locator;
  /** A panel next to the page, which the focus may leave. */
  readonly beside?: true;
  /** The page is otherwise than before when it is closed. */
  readonly leavesTraces?: true;
  /** Escape leaves it where it is: words are still chosen, a recording waits to be sent. */
  readonly stays?: true;
}

export const dialog = (person: Person): Locator => person.page.locator('[role=dialog],[role=alertdialog]');
export const dialogNamed = (key: TextKey) => (person: Person) =>
  dialog(person).filter({ has: person.page.getByRole('heading', { name: person.t(key), exact: true }) });
/** Whether the window shows one pane, as a phone does. */
export const isNarrow = ({ page }: Person): boolean => (page.viewportSize()?.width ?? wide.width) < 900;
/** A menu is a sheet of buttons when narrow. */
export const entry = (person: Person, key: TextKey): Locator =>
  person.page.getByRole(isNarrow(person) ? 'button' : 'menuitem', {
    name: person.t(key),
    exact: true,
  });
const menu = (person: Person): Locator => person.page.locator('[role=menu],[role=dialog]');
export const item = (person: Person, key: TextKey): Locator => menu(person).locator(entry(person, key));
export const menuWith =
  (key: TextKey) =>
  (person: Person): Locator =>
    menu(person).filter({ has: entry(person, key) });

/** Finds a button of the page itself. The list of chats next to it has buttons with the same names. */
export const inMain = (person: Person, name: string | RegExp): Locator =>
  person.page
    .locator('main,aside,[role=main]')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first();

export const pressed =
  (find: (person: Person, facts: Facts) => Locator) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const control = find(person, facts);
    await press(control);
    return control;
  };
export const starts = (key: TextKey) =>
  pressed((person) => inMain(person, new RegExp(`^${person.t(key).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)));
export const exactly = (key: TextKey) => pressed((person) => inMain(person, person.t(key)));
/** Through the menu of a control, whose focus comes back at the end. */
export const viaMenu =
  (find: (person: Person, facts: Facts) => Locator, key: TextKey) =>
  async (person: Person, facts: Facts, press: Press): Promise<Locator> => {
    const control = await pressed(find)(person, facts, press);
    await press(item(person, key));
    return control;
  };

export const byMouse: Press = (control) => control.click();
export const byKeyboard: Press = (control) => control.press('Enter');

export async function emptyPicture(person: Person, width: number): Promise<Buffer> {
  const words = await person.page.evaluate(
    (px) =>
      Object.assign(document.createElement('canvas'), { width: px }).toDataURL('image/png').split(',')[1] ??
      '',
    width,
  );
  return Buffer.from(words, 'base64');
}
