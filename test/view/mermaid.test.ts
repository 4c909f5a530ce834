import { createMachine, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { toMermaid } from '../../src/view/chart/mermaid.ts';

const lamp = setup({
  types: {} as { events: { type: 'press' } | { type: 'cut'; hard: boolean } | { type: 'reset' } },
  guards: { isHard: ({ event }) => event.type === 'cut' && event.hard, isDay: () => false },
  actions: { count: () => undefined },
  delays: { rest: 5 },
}).createMachine({
  id: 'lamp',
  type: 'parallel',
  states: {
    light: {
      id: 'light',
      initial: 'deciding',
      on: { reset: '.off' },
      states: {
        deciding: { always: [{ guard: 'isDay', target: 'off' }, { target: 'on' }] },
        off: { on: { press: 'on' } },
        on: {
          initial: 'bright',
          after: { 1000: 'off' },
          on: {
            press: { actions: 'count' },
            cut: [{ guard: 'isHard', target: 'gone' }, { target: 'off' }],
          },
          states: {
            bright: { after: { rest: 'dim' } },
            dim: { on: { reset: { target: '#light.on', reenter: true } } },
          },
        },
        gone: { type: 'final' },
      },
    },
    fuse: { initial: 'whole', states: { whole: { on: { cut: 'blown' } }, blown: {} } },
  },
});

describe('a machine as a mermaid drawing', () => {
  it('shows nesting, starts, ends, guards, delays and regions', () => {
    expect(toMermaid(lamp)).toBe(`stateDiagram-v2
  state "lamp" as lamp {
    state "light" as lamp_light {
      [*] --> lamp_light_deciding
      state "deciding" as lamp_light_deciding
      state "off" as lamp_light_off
      state "on" as lamp_light_on {
        [*] --> lamp_light_on_bright
        state "bright" as lamp_light_on_bright
        state "dim" as lamp_light_on_dim
        lamp_light_on_bright --> lamp_light_on_dim : after rest
      }
      state "gone" as lamp_light_gone
      lamp_light_deciding --> lamp_light_off : [isDay]
      lamp_light_deciding --> lamp_light_on : [else]
      lamp_light_off --> lamp_light_on : press
      lamp_light_on --> lamp_light_gone : cut [isHard]
      lamp_light_on --> lamp_light_off : cut [else]<br/>after 1000 ms
      lamp_light_on_dim --> lamp_light_on : reset
      lamp_light_gone --> [*]
    }
    --
    state "fuse" as lamp_fuse {
      [*] --> lamp_fuse_whole
      state "whole" as lamp_fuse_whole
      state "blown" as lamp_fuse_blown
      lamp_fuse_whole --> lamp_fuse_blown : cut
    }
  }
  lamp_light --> lamp_light_off : reset
`);
  });

  it('is the same text for the same machine', () => {
    expect(toMermaid(lamp)).toBe(toMermaid(lamp));
  });

  it('draws one region alone, without arrows that leave it', () => {
    const text = toMermaid(lamp, { region: 'light.on' });
    expect(text).toContain('lamp_light_on_bright --> lamp_light_on_dim : after rest');
    expect(text).not.toMatch(/off|gone|fuse/);
  });

  it('names the regions there are when asked for one there is not', () => {
    expect(() => toMermaid(lamp, { region: 'fan' })).toThrow(
      new RangeError('lamp has no region fan; it has light, fuse'),
    );
  });

  it('shows the end of an invoked actor and of a nested state by what happened', () => {
    const text = toMermaid(
      createMachine({
        id: 'job',
        initial: 'running',
        states: {
          running: {
            invoke: { id: 'work', src: 'work', onDone: 'done', onError: 'done' },
            initial: 'only',
            onDone: 'done',
            states: { only: { type: 'final' } },
          },
          done: {},
        },
      }),
    );
    expect(text).toContain('job_running --> job_done : done, work ended, work crashed');
  });

  it('merges arrows between the same two states, and says no event twice', () => {
    const text = toMermaid(
      createMachine({
        id: 'door',
        initial: 'open',
        states: {
          open: {
            on: {
              push: [{ guard: 'isLight', target: 'shut' }, { target: 'shut' }],
              wind: { target: 'shut' },
            },
          },
          shut: {},
        },
      }),
    );
    expect(text.match(/door_open --> door_shut.*/g)).toEqual([
      'door_open --> door_shut : push [isLight | else]<br/>wind',
    ]);
  });

  it('gives every state an id that mermaid takes, and no id twice', () => {
    const text = toMermaid(
      createMachine({
        id: 'odd names: "end"',
        initial: 'a b',
        states: { 'a b': { on: { 'go; now': 'a-b' } }, 'a-b': {}, 'a.b': {}, end: {}, état: {} },
      }),
    );
    const ids = [...text.matchAll(/state ".*" as (.*?)(?: \{)?$/gm)].map(([, id]) => id);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z]\w+$/);
    expect(text).toContain('state "odd names#58; #34;end#34;" as');
    expect(text).toContain(' : go#59; now\n');
  });
});
