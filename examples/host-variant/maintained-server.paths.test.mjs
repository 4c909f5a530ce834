// 13 paths of maintained that cover its edges. Not to be edited; it is written by
//   holdfast paths --machine ./maintained-server.mjs#createMaintainedServer --events ./events.json --input ./input.json --out ./maintained-server.paths.test.mjs
import { expect, test } from 'vitest';
import { prepareWalks } from 'holdfast/testing';
import { createMaintainedServer } from "./maintained-server.mjs";

const walk = prepareWalks(createMaintainedServer({ random: () => 0 }), {
  "input": { "server": "files", "windowMs": 600000, "mostExtensions": 1 },
  "events": [
    { "event": { "type": "maintenance.begin" } },
    { "event": { "type": "maintenance.begin", "urgent": true } },
    { "event": { "type": "retire" } },
    { "event": { "type": "xstate.done.actor.server" } },
    { "event": { "type": "calls.ended" } },
    { "event": { "type": "maintenance.cancel" } },
    { "event": { "type": "maintenance.extend" } },
    { "event": { "type": "maintenance.end" } },
  ],
});

// The events that each state heeds. All others must do nothing there.
const heeds = {
  "up.serving": ["maintenance.begin", "maintenance.begin (urgent true)", "retire", "done server"],
  "retired": [],
  "up.draining": ["retire", "done server", "calls.ended", "maintenance.cancel"],
  "maintenance": ["retire", "maintenance.extend", "maintenance.end"],
  "maintenance (2)": ["retire", "maintenance.end"],
};

// What is seen after a step: the state, values of the context that changed, armed timers with
// their delays in milliseconds, what the machine asked for, and what it heeds now.
const seen = {
  "up.serving": {
    state: "up.serving",
    changes: { "extensions": 0, "mostExtensions": 1, "server": "files", "windowMs": 600000 },
    timers: {},
    effects: ["start server"],
    heeds: heeds["up.serving"],
  },
  "retired": {
    state: "retired",
    status: "done",
    changes: {},
    timers: {},
    effects: ["stop server", "do tellOperators"],
    heeds: heeds["retired"],
  },
  "up.draining": {
    state: "up.draining",
    changes: {},
    timers: { "up.draining after drain": 5000 },
    effects: [],
    heeds: heeds["up.draining"],
  },
  "maintenance": {
    state: "maintenance",
    changes: {},
    timers: { "maintenance after window": 600000 },
    effects: ["stop server", "do tellOperators"],
    heeds: heeds["maintenance"],
  },
  "up.serving (2)": {
    state: "up.serving",
    changes: {},
    timers: {},
    effects: [],
    heeds: heeds["up.serving"],
  },
  "retired (2)": {
    state: "retired",
    status: "done",
    changes: {},
    timers: {},
    effects: ["do tellOperators"],
    heeds: heeds["retired"],
  },
  "up.serving (3)": {
    state: "up.serving",
    changes: {},
    timers: {},
    effects: ["start server"],
    heeds: heeds["up.serving"],
  },
  "maintenance (2)": {
    state: "maintenance",
    changes: { "extensions": 1 },
    timers: { "maintenance after window": 600000 },
    effects: ["do tellOperators"],
    heeds: heeds["maintenance (2)"],
  },
  "maintenance (3)": {
    state: "maintenance",
    changes: {},
    timers: { "maintenance after window": 600000 },
    effects: [],
    heeds: heeds["maintenance (2)"],
  },
  "up.serving (4)": {
    state: "up.serving",
    changes: { "extensions": 0 },
    timers: {},
    effects: ["start server"],
    heeds: heeds["up.serving"],
  },
};

test("1. up.serving: retire → retired", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("retire")).toEqual(seen["retired"]);
});

test("2. up.serving: done server → retired", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("done server")).toEqual(seen["retired"]);
});

test("3. up.draining: retire → retired", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin")).toEqual(seen["up.draining"]);
  expect(path.take("retire")).toEqual(seen["retired"]);
});

test("4. up.draining: done server → retired", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin")).toEqual(seen["up.draining"]);
  expect(path.take("done server")).toEqual(seen["retired"]);
});

test("5. up.draining: calls.ended → maintenance", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin")).toEqual(seen["up.draining"]);
  expect(path.take("calls.ended")).toEqual(seen["maintenance"]);
});

test("6. up.draining: maintenance.cancel → up.serving", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin")).toEqual(seen["up.draining"]);
  expect(path.take("maintenance.cancel")).toEqual(seen["up.serving (2)"]);
});

test("7. up.draining: up.draining after drain → maintenance", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin")).toEqual(seen["up.draining"]);
  expect(path.take("up.draining after drain")).toEqual(seen["maintenance"]);
});

test("8. maintenance: retire → retired", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin (urgent true)")).toEqual(seen["maintenance"]);
  expect(path.take("retire")).toEqual(seen["retired (2)"]);
});

test("9. maintenance: maintenance.end → up.serving", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin (urgent true)")).toEqual(seen["maintenance"]);
  expect(path.take("maintenance.end")).toEqual(seen["up.serving (3)"]);
});

test("10. maintenance: maintenance after window → up.serving", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin (urgent true)")).toEqual(seen["maintenance"]);
  expect(path.take("maintenance after window")).toEqual(seen["up.serving (3)"]);
});

test("11. maintenance: maintenance.extend [not mayExtend] → nothing", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin (urgent true)")).toEqual(seen["maintenance"]);
  expect(path.take("maintenance.extend")).toEqual(seen["maintenance (2)"]);
  expect(path.take("maintenance.extend")).toEqual(seen["maintenance (3)"]);
});

test("12. maintenance: maintenance.end → up.serving, changing extensions", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin (urgent true)")).toEqual(seen["maintenance"]);
  expect(path.take("maintenance.extend")).toEqual(seen["maintenance (2)"]);
  expect(path.take("maintenance.end")).toEqual(seen["up.serving (4)"]);
});

test("13. maintenance: maintenance after window → up.serving, changing extensions", () => {
  const path = walk({ clock: true });
  expect(path.start).toEqual(seen["up.serving"]);
  expect(path.take("maintenance.begin (urgent true)")).toEqual(seen["maintenance"]);
  expect(path.take("maintenance.extend")).toEqual(seen["maintenance (2)"]);
  expect(path.take("maintenance after window")).toEqual(seen["up.serving (4)"]);
});
