import { Observable } from 'rxjs';

/** Delivers values one after another: those that arrive during one are delivered after it. */
export const oneByOne = <T extends object>(source: Observable<T>): Observable<T> =>
  new Observable((subscriber) => {
    const waiting: T[] = [];
    let working = false;
    return source.subscribe((value) => {
      waiting.push(value);
      if (working) return;
      working = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) subscriber.next(next);
      working = false;
    });
  });
