import { createContext } from 'react';

/** A text about the whole form, or about the field of this name. */
export type FormProblem = string | { readonly field: string; readonly text: string };

/** The problem of a field, for the fields of the form around them (UI-166). */
export const FormProblemContext = createContext<Exclude<FormProblem, string> | null>(null);
