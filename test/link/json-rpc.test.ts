import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, it } from 'vitest';
import { answeredId, isJsonRpc, isRequest, parseJson } from '../../src/link/json-rpc.ts';

it('L3 only well-formed JSON-RPC is a message', () => {
  const messages = [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"a","method":"ping","params":{}}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":"a","result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}',
    '{"jsonrpc":"2.0","error":{"code":-32700,"message":"unreadable"}}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"unreadable"}}\r',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":null}',
    '{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-32601,"message":"no"}}',
  ];
  const noise = [
    'hello',
    'null',
    '[]',
    '{}',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"result":4}',
    '{"jsonrpc":"2.0","id":1,"result":4,"error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    '{"jsonrpc":"2.0","id":1.5,"result":{}}',
    '{"jsonrpc":"2.0","id":true,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"result":{},"method":null}',
    '{"jsonrpc":"2.0","id":1,"error":"no"}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"no"}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":1}}',
    '{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}',
    '{"jsonrpc":"2.0","id":{},"error":{"code":1,"message":"no"}}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":null,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
  ];
  const isMessage = (text: string) => isJsonRpc(parseJson(text));
  expect(messages.filter((text) => !isMessage(text))).toEqual([]);
  expect(noise.filter(isMessage)).toEqual([]);
});

it.each([
  ['{"jsonrpc":"2.0","id":1,"method":"ping"}', true, undefined],
  ['{"jsonrpc":"2.0","method":"notifications/initialized"}', false, undefined],
  ['{"jsonrpc":"2.0","id":0,"result":{}}', false, 0],
  ['{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":""}}', false, 'a'],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}', false, undefined],
  ['{"jsonrpc":"2.0","error":{"code":1,"message":""}}', false, undefined],
])('L1 of %s is known whether it asks, and what it answers', (text, asks, answers) => {
  const message = parseJson(text) as JSONRPCMessage;
  expect(isRequest(message)).toBe(asks);
  expect(answeredId(message)).toBe(answers);
});

it('L3 text that is no JSON is read as nothing', () => {
  expect(parseJson('{"a":')).toBeUndefined();
  expect(parseJson('null')).toBeNull();
});
