import { expect, test } from 'vitest';
import { CallList } from '../../src/call/sending/call-list.ts';
import { newCall } from './new-call.ts';

const namesIn = (list: CallList) => list.all().map(({ subject }) => subject);

test('K3 a call that ends leaves all others where they are, whichever it is', () => {
  for (const [leaving, left] of [
    [0, ['c', 'b']],
    [1, ['a', 'c']],
    [2, ['a', 'b']],
  ] as const) {
    const calls = ['a', 'b', 'c'].map((name) => newCall(name));
    const list = new CallList();
    for (const call of calls) list.add(call);
    const call = calls[leaving];
    if (call === undefined) throw new Error('three were made');
    list.remove(call);
    list.remove(call);
    expect([namesIn(list), list.size]).toEqual([left, 2]);
    for (const each of calls) list.remove(each);
    expect(list.size).toBe(0);
  }
});

test('K3 one that is not among them takes nobody along', () => {
  const [inside, outside] = ['a', 'b'].map((name) => newCall(name));
  if (inside === undefined || outside === undefined) throw new Error('two were made');
  const list = new CallList();
  list.remove(outside);
  expect(list.size).toBe(0);
  list.add(inside);
  list.remove(outside);
  expect(namesIn(list)).toEqual(['a']);
});
