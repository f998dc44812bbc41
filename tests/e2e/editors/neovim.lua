-- Does in Neovim what the file of SESSION says, and writes what was seen into that of SEEN.

local SECONDS = 20
local buffer
local messages = {}

vim.notify = function(text)
  table.insert(messages, text)
end

local function wait_until(is_so)
  vim.wait(SECONDS * 1000, is_so, 20)
end

local function diagnostics()
  local found = {}
  for _, each in ipairs(vim.diagnostic.get(buffer)) do
    local severity = vim.diagnostic.severity[each.severity]:lower()
    table.insert(found, { each.lnum + 1, severity, each.code or "" })
  end
  table.sort(found, function(one, other)
    return vim.json.encode(one) < vim.json.encode(other)
  end)
  return found
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"
end

local steps = {}

function steps.open(path)
  vim.cmd.edit(path)
  buffer = vim.api.nvim_get_current_buf()
end

function steps.type(wanted)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(wanted:gsub("\n$", ""), "\n"))
end

function steps.write(file)
  local written = io.open(file[1], "w")
  written:write(file[2])
  written:close()
end

steps["until"] = function(expected)
  wait_until(function()
    return vim.deep_equal(diagnostics(), expected)
  end)
  return diagnostics()
end

-- On the first line that is marked, as if it was picked from the menu.
function steps.act(wanted)
  local before = text()
  vim.api.nvim_win_set_cursor(0, { diagnostics()[1][1], 0 })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return wanted == "preferred" and action.isPreferred or action.title:find(wanted, 1, true) ~= nil
    end,
  })
  wait_until(function()
    return text() ~= before
  end)
  return text()
end

steps["end"] = function()
  messages = {}
  vim.loop.kill(tonumber(io.open(vim.env.SERVER):read("a")), "sigkill")
  wait_until(function()
    return #messages > 0
  end)
  return messages
end

local seen = {}
for _, step in ipairs(vim.json.decode(io.open(vim.env.SESSION):read("a"))) do
  local done, result = pcall(steps[step[1]], step[2])
  table.insert(seen, done and (result or vim.NIL) or tostring(result))
end
local file = io.open(vim.env.SEEN, "w")
file:write(vim.json.encode(seen))
file:close()
vim.cmd("qall!")
